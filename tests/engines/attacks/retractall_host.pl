% must: rejected
% goal: go(1)
go(1) :- retractall(payoff(_, _, _, _)).
