% prefix operator chain of a million read at run time
go(1) :- length(L, 2000000), maplist(=(0'-), L), foldl(sp, L, [0'1], C), atom_codes(A, C), term_to_atom(_, A).
sp(X, R, [X,0' |R]).
