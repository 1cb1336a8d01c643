% a goal that is a shared conjunction of 2^60 leaves: the guard must not unfold it
d(0,true) :- !.
d(N,(T,T)) :- M is N-1, d(M,T).
go(1) :- d(60,G), call(G).
