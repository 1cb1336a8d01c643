% text read at run time sees the operators of the system, not those of an earlier program
go(X) :- catch(term_string(X, "a zap b"), error(E, _), X = E).
