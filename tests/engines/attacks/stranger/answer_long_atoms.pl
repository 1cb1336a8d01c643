% must: harmless
% goal: go(X)
go(X) :- length(L, 3000), maplist(=(0'\"), L), atom_codes(A, L), length(X, 100), maplist(=(A), X).
