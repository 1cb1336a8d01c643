% assertz of a term nested a million deep
:- dynamic k/1.
n(0,T,T) :- !.
n(N,A,T) :- M is N-1, n(M,g(A),T).
go(1) :- n(2000000,x,T), assertz(k(T)).
