% permutations and setof of all of them
go(N) :- numlist(1, 12, L), findall(P, permutation(L, P), Ps), sort(Ps, S), length(S, N).
