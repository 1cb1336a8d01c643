% an answer nested a thousand deep: the host language recurses over it
n(0,T,T) :- !.
n(N,A,T) :- M is N-1, n(M,f(A),T).
go(X) :- n(1000,a,X).
