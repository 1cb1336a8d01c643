% must: rejected
% goal: go(X)
go(X) :- term_to_atom(S, '<stream>(0x1)'), read(S, X).
