% import of a library predicate under the name of the host predicate
:- use_module(library(apply), [foldl/4 as payoff]).
k(_,_,99).
go(X) :- payoff(k, [1], 0, X).
