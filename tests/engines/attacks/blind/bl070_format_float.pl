% float with a thousand million digits in an atom sink
go(L) :- format(atom(A), "~999999999f", [1.5]), atom_length(A, L).
