% findall over between with inf
go(X) :- findall(N, between(1, inf, N), X).
