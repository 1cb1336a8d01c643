% must: rejected
% goal: go(1)
:- dynamic payoff/4.
go(1) :- assertz(payoff(c, c, 99, 99)).
