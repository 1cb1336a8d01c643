% must: limit
% goal: go(X)
go(X) :- catch(numlist(1, 100000000, _), _, true), X = harm.
