% clpfd propagation and labeling with huge domains and a loop in propagators
:- use_module(library(clpfd)).
go(X) :- X #> Y, Y #> X, X #> 0.
