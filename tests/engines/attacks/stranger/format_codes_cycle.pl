% must: harmless
% goal: go(X)
go(X) :- format(codes(X, X), "a", []).
