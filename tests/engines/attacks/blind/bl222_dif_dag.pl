% dif of two shared terms with 2^40 leaves
d(0,_) :- !.
d(N,f(T,T)) :- M is N-1, d(M,T).
go(1) :- d(40,A), d(40,B), dif(A,B).
