% must: rejected
% goal: go(1)
go(1) :- syllogos_runtime:run(shell('touch CANARY/guard_by_name')).
