% a conjunction of a million goals is called: the compiler recurses in C
n(0,T,T) :- !.
n(N,A,T) :- M is N-1, n(M,(A,true),T).
go(1) :- n(1000000,true,T), call(T).
