% must: harmless
% goal: go(1)
go(1) :- X = f(X), throw(X).
