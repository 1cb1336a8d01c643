% must: rejected
% goal: go(1)
go(1) :- abolish(payoff/4).
