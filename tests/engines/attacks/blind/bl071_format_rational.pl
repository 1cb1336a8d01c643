% ~Nf of a rational with a huge digit count is bignum arithmetic in C
go(L) :- X is 1 rdiv 3, format(atom(A), "~30000000f", [X]), atom_length(A, L).
