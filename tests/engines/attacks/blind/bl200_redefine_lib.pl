% the program defines member/2, append/3, maplist/3 and call/2 look-alikes: only in its own module
member(X, _) :- X = hijacked.
append(_, _, hijacked).
length(_, 0).
go(X) :- member(X, [a]).
