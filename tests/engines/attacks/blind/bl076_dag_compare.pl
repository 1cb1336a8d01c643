% == of two shared terms of 2^60 leaves: a loop in C, no inference
d(0,a) :- !.
d(N,f(T,T)) :- M is N-1, d(M,T).
go(1) :- d(60,A), d(60,B), A == B.
