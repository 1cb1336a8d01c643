% must: accept
% goal: go(X)
go(X) :- A is (-1) ^ (2 ** 70 + 1), ( A =:= -1 -> X = fine ; X = harm ).
