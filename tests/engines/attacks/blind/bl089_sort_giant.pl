% sort, msort, predsort and term_to_atom of a giant list
go(N) :- numlist(1, 3000000, L), reverse(L, R), msort(R, S), term_to_atom(S, A), atom_length(A, N0), term_to_atom(T, A), length(T, M), N is N0+M.
