% clpfd power and product with huge integers inside the propagators
:- use_module(library(clpfd)).
go(X) :- X #= 7^(7^9), X mod 10 #= 3.
