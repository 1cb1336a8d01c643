% must: harmless
% goal: go(X)
go(X) :- B = "halt", phrase(B, X).
