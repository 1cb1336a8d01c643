% an answer of lists nested 900 deep
n(0,T,T) :- !.
n(N,A,T) :- M is N-1, n(M,[A],T).
go(X) :- n(900,a,X).
