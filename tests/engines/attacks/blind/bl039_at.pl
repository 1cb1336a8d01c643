% @/2 sets the context module of a call
go(1) :- @(assertz(payoff(c,c,99,99)), user).
