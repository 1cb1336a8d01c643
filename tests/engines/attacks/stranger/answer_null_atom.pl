% must: accept
% goal: go(X)
go(X) :- atom_codes(X, [0, 34, 92, 10, 8232, 128512]).
