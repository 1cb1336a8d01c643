% must: rejected
% goal: go(1)
payoff(c, c, 9, 9).
go(1).
