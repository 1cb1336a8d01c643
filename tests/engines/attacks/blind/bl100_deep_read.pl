% deep text is built and read at run time by term_to_atom: C stack of the reader
go(1) :- length(L, 2000000), maplist(=(0'(), L), atom_codes(A, L), term_to_atom(_, A).
