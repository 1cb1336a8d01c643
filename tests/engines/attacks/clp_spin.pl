% must: limit
% goal: go(X)
:- use_module(library(clpfd)).
go(X) :- X #> Y, Y #> X, X #> 0.
