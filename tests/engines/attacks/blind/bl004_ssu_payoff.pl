% single sided unification clause => for the host predicate
payoff(A,_,X,Y), A == c => X = 99, Y = 99.
go(X) :- payoff(c,c,X,_).
