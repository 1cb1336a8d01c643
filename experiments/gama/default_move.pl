select(P, _, S, M) :- holds(default_move(P, M), S).
