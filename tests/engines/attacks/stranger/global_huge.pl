% must: harmless
% goal: go(1)
go(1) :- numlist(1, 200000, L), nb_setval(k, L), b_setval(j, L).
