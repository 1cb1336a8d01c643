% text with hundred thousand variables and text with an embedded NUL is read
go(N) :- numlist(1, 50000, L), findall(A, (member(I, L), atom_concat('V', I, A)), As), atomic_list_concat(As, ',', B0), atomic_list_concat(['[', B0, ']'], B), term_to_atom(T, B), length(T, N).
