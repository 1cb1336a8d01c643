% few cells but 36 million characters are printed by one write: the reply breaks off and begins again
go(1) :- A is 10**4000, length(X,9000), maplist(=(A),X), print(X).
