% dif over huge terms: the or-nodes grow without inference counts
n(0,[]) :- !.
n(N,[_|T]) :- M is N-1, n(M,T).
go(1) :- n(200000,A), n(200000,B), dif(A,B), dif(B,A), A = B.
