% a shared body of 2^60 leaves is asserted: the check of the body must not unfold
:- dynamic k/0.
d(0,true) :- !.
d(N,(T,T)) :- M is N-1, d(M,T).
go(1) :- d(60,G), assertz((k :- G)).
