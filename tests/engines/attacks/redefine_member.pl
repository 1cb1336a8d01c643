% must: harmless
% goal: go(X)
member(X, _) :- X = mine.
go(X) :- member(X, [a]).
