% deep term built at run time then compared, copied and written: C recursion
n(0,T,T) :- !.
n(N,A,T) :- M is N-1, n(M,f(A,N),T).
go(X) :- n(300000,a,T), term_to_atom(T,A), atom_length(A,L), copy_term(T,U), T == U, X = L.
