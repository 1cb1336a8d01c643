% must: rejected
% goal: go(1)
payoff(a, b) --> [].
go(1).
