% must: rejected
% goal: go(1)
go(1) :- when(ground(V), G), G = shell('touch CANARY/when_late'), V = 1.
