% one answer that is a string of hundred million characters
d(0,S,S) :- !.
d(N,S,R) :- string_concat(S,S,T), M is N-1, d(M,T,R).
go(X) :- d(27, "a", X).
