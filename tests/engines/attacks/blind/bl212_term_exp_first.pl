% term_expansion and goal_expansion without module act on the rest of the program
term_expansion(fact, payoff(c,c,9,9)).
goal_expansion(ping, halt).
fact.
go(1) :- ping.
