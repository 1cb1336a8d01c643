% sub_atom enumeration over a long atom: quadratic, backtracking in C
go(1) :- numlist(1, 20000, L), atomic_list_concat(L, A), forall(sub_atom(A, _, _, _, S), S \== x).
