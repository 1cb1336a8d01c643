% grammar rule with pushback whose head expands to payoff/4
payoff(c,c), [99] --> [].
go(X) :- payoff(c,c,[],[X|_]).
