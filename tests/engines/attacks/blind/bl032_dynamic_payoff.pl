% dynamic declaration of the host predicate, then assertz on top
:- dynamic payoff/4.
go(X) :- assertz(payoff(c,c,99,99)), findall(A, payoff(c,c,A,_), X).
