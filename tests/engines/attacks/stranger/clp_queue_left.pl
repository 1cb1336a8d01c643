% must: harmless
% goal: go(X)
:- use_module(library(clpfd)).
go(X) :- catch(( A in 1..9, A #\= 3, throw(x) ), _, true), B in 1..2, B #> 1, ( B == 2 -> X = fine ; X = harm ).
