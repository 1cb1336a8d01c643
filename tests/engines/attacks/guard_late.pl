% must: rejected
% goal: go(1)
go(1) :- M = syllogos_guard, G = M:finish, call(G).
