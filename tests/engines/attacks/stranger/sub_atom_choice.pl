% must: limit
% goal: go(1)
go(1) :- length(L, 4000), maplist(=(a), L), atomic_list_concat(L, A), sub_atom(A, _, _, _, S), S == b.
