% frozen goals that freeze again on unification: a loop in wakeup
go(1) :- freeze(X, l(X)), X = 1.
l(X) :- freeze(Y, l(Y)), Y = X.
