select(P, _, S, M) :- findall(N, possible(move(P, N), S), Ns), random_member(M, Ns).
