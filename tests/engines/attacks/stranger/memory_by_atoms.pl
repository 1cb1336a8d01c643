% must: limit
% goal: go(1)
go(1) :- length(L, 60000), maplist(=(a), L), atomic_list_concat(L, A), between(1, inf, I), atom_concat(A, I, B), nb_setval(B, x), fail.
