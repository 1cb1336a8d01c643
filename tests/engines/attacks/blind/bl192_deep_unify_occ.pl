% unify_with_occurs_check, =@=, subsumes and numbervars on terms nested three million deep
n(0,T,T) :- !.
n(N,A,T) :- M is N-1, n(M,g(A,_),T).
go(1) :- n(600000,x,A), n(600000,x,B), A =@= B, unify_with_occurs_check(A,B), term_variables(A,V), length(V,N), numbervars(A,0,N), ground(A), term_hash(A,_).
