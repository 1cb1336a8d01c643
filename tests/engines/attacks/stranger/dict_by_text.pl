% must: rejected
% goal: go(X)
go(X) :- term_to_atom(D, 'p{second: 1, first: 2}'), D =.. X.
