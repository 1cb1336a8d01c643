% assertz compiles a shared term of 2^60 leaves
:- dynamic k/1.
d(0,a) :- !.
d(N,f(T,T)) :- M is N-1, d(M,T).
go(1) :- d(60,A), assertz(k(A)).
