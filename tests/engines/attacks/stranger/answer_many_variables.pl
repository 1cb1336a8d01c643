% must: harmless
% goal: go(X)
go(X) :- length(X, 12000), between(1, 20, _).
