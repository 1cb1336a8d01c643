% must: rejected
% goal: go(1)
go(1) :- freeze(V, shell('touch CANARY/freeze_now')), V = 1.
