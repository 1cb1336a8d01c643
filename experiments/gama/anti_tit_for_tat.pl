select(P, O, S, M) :- \+ holds(last_move(O, _), S), holds(default_move(P, M), S).
select(_, O, S, M) :- holds(last_move(O, L), S), opposite_move(L, M).
