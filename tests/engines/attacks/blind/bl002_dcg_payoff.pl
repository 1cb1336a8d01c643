% a grammar rule payoff//2 expands to the host predicate payoff/4
payoff(c,c) --> [].
go(X) :- payoff(c,c,X,X).
