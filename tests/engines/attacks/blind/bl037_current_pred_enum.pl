% enumerate modules through current_predicate with an open name
go(X) :- findall(P, current_predicate(P), X0), length(X0, X).
