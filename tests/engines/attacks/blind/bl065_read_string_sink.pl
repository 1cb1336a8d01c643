% peek and get on user_input with built names
go(X) :- atom_concat(get_, char, N), call(N, user_input, X).
