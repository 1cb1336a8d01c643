% must: rejected
% goal: go(1)
payoff(a, b), [x] --> [y].
go(1).
