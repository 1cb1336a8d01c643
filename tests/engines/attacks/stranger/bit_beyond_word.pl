% must: accept
% goal: go(X)
go(X) :- B is getbit(1, 4294967296), C is getbit(1, 2 ** 70), ( B + C =:= 0 -> X = fine ; X = harm ).
