% the answer has hundred thousand attributed variables
go(L) :- length(L, 100000), maplist(fz, L).
fz(V) :- freeze(V, true).
