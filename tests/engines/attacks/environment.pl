% must: rejected
% goal: go(X)
go(X) :- member(G, [getenv(path, X), working_directory(X, X), current_prolog_flag(executable, X)]), call(G).
