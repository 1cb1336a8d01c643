% must: limit
% goal: go(X)
go(X) :- length(L, 3000000000), length(L, X).
