% write_term with cycles(false) prints a cyclic term for ever
go(1) :- X = f(X,X), write_term(X, [cycles(false)]).
