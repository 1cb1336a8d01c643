% read the protocol pipe of the worker
go(X) :- read_term(user_input, X, []).
