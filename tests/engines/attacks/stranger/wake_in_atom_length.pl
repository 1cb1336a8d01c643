% must: rejected
% goal: go(1)
go(1) :- G =.. [shell, 'touch CANARY/x'], freeze(X, G), atom_length(abc, X).
