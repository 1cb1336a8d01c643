% the uncaught ball is cyclic and attributed
go(1) :- X = f(X, V), freeze(V, fail), throw(X).
