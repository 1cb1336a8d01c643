% must: harmless
% goal: go(X)
:- use_module(library(clpfd)).
go(X) :- A #> 3, A #< 5, ( A == 4 -> X = fine ; X = harm ).
