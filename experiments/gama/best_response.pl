select(P, O, S, M) :- \+ holds(last_move(O, _), S), holds(default_move(P, M), S).
select(P, O, S, M) :-
    holds(last_move(O, L), S),
    findall(U-N, ( possible(move(P, N), S), payoff(N, L, U, _) ), Pairs),
    max_member(_-M, Pairs).
