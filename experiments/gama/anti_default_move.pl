select(P, _, S, M) :- holds(default_move(P, D), S), opposite_move(D, M).
