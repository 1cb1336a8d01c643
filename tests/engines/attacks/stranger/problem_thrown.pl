% must: rejected
% goal: go(1)
go(1) :- throw(problem(refused, "payoff/4 is given")).
