% the answer has 2^40 leaves which are one variable
d(0,_) :- !.
d(N,f(T,T)) :- M is N-1, d(M,T).
go(X) :- d(40,X).
