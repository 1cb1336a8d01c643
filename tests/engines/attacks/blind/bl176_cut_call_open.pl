% a variable goal bound by setarg after the guard has looked
go(X) :- T = g(true), arg(1, T, G0), setarg(1, T, halt), arg(1, T, G), G0 = X, G.
