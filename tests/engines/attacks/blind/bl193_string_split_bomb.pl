% split_string and atomic_list_concat in split mode on a long text, in a loop
go(1) :- length(L, 500000), maplist(=(0',), L), atom_codes(A, L), repeat, split_string(A, ",", "", P), atomic_list_concat(Q, ',', A), P == Q.
