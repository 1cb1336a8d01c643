% write a shared term of 2^60 leaves into a string
d(0,a) :- !.
d(N,f(T,T)) :- M is N-1, d(M,T).
go(L) :- d(60,T), with_output_to(string(S), print(T)), string_length(S, L).
