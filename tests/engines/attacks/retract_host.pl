% must: rejected
% goal: go(1)
go(1) :- retract(payoff(c, c, _, _)).
