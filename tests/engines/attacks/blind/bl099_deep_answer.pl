% an answer nested three hundred thousand deep to the left
n(0,T,T) :- !.
n(N,A,T) :- M is N-1, n(M,f(A),T).
go(X) :- n(300000,a,X).
