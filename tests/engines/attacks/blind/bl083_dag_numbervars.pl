% numbervars, term_variables and subsumes_term over a shared term
d(0,_) :- !.
d(N,f(T,T)) :- M is N-1, d(M,T).
go(1) :- d(60,A), d(60,B), subsumes_term(A,B), numbervars(A,0,_), unify_with_occurs_check(A,B).
