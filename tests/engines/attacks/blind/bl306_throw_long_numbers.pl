% the uncaught ball has few cells but many million characters
go(1) :- A is 10**4000, length(X,9000), maplist(=(A),X), throw(X).
