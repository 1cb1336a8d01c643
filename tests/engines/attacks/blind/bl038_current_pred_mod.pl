% current_predicate(M:P/N) to find modules of the worker, then call there
go(X) :- current_predicate(M:shell/1), X = M.
