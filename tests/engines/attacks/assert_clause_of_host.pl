% must: rejected
% goal: go(1)
go(1) :- asserta((payoff(c, c, X, X) :- X = 99)).
