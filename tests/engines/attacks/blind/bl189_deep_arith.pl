% arithmetic over an expression nested a million deep: C recursion
n(0,T,T) :- !.
n(N,A,T) :- M is N-1, n(M,1+A,T).
go(X) :- n(1000000,0,T), catch(X is T, _, X = e).
