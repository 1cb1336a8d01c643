% must: rejected
% goal: go(X)
go(X) :- G =.. [directory_files, '/', X], call(G).
