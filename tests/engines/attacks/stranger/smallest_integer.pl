% must: accept
% goal: go(X)
go(X) :- I = -9223372036854775808, A is I // -1, B is abs(I), C is I * -1, ( A =:= 2 ** 63, B =:= A, C =:= A -> X = fine ; X = harm ).
