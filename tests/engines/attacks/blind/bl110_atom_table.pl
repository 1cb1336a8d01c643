% a stream of new atoms that are kept in facts
:- dynamic k/1.
go(1) :- between(1, inf, N), atom_concat(k, N, A), assertz(k(A)), fail.
