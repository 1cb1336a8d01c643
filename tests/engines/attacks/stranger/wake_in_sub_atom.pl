% must: rejected
% goal: go(1)
go(1) :- freeze(X, (atom_concat(ha, lt, G), call(G))), sub_atom(abc, X, 1, _, b).
