% must: rejected
% goal: go(X)
data(f([a, g(_{k: v})])).
go(X) :- data(X).
