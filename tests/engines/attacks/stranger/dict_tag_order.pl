% must: rejected
% goal: go(X)
go(X) :- D = _{second: 1, first: 2}, D =.. [_|L], term_to_atom(L, X).
