% throw a ball that unfolds to 2^60 leaves
d(0,a) :- !.
d(N,f(T,T)) :- M is N-1, d(M,T).
go(1) :- d(60,A), throw(A).
