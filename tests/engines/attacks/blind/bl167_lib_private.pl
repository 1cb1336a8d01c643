% private predicates of an allowed library: apply:foldl_/4, yall:bind, solution_sequences state
go(1) :- yall:bind(shell('touch CANARY/bl167')), apply:maplist_([x], halt).
