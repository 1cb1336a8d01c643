% must: rejected
% goal: go(1)
go(1) :- assertz(syllogos_guard:own(shell, 1, fixed, shell)), shell('touch CANARY/guard_tables').
