% must: limit
% goal: go(X)
go(X) :- Y is 2 ** (2 ** 40), X is Y mod 7.
