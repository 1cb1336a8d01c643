% allocate and drop in a failure driven loop
go(1) :- repeat, numlist(1, 100000, L), atomic_list_concat(L, A), atom_length(A, 0).
