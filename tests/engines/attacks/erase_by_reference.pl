% must: rejected
% goal: go(1)
go(1) :- clause(payoff(c, c, _, _), true, R), erase(R).
