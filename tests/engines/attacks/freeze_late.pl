% must: rejected
% goal: go(1)
go(1) :- freeze(V, G), G = shell('touch CANARY/freeze_late'), V = 1.
