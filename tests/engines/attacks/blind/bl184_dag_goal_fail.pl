% a shared disjunction under not-provable with a cut
d(0,fail) :- !.
d(N,(T;T)) :- M is N-1, d(M,T).
go(1) :- d(60,G), \+ G.
