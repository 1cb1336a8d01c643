% must: rejected
% goal: go(1)
term_expansion(a, b).
goal_expansion(a, b).
go(1).
