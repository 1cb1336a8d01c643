% must: rejected
% goal: (payoff(c, c, 9, 9) :- true)
go(1).
