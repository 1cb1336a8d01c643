% nb_setval duplicates a shared term
d(0,a) :- !.
d(N,f(T,T)) :- M is N-1, d(M,T).
go(1) :- d(60,A), nb_setval(k, A).
