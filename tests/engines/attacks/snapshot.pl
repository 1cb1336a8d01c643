% must: rejected
% goal: go(1)
go(1) :- snapshot(shell('touch CANARY/snapshot')).
