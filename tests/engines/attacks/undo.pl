% must: rejected
% goal: go(1)
go(1) :- undo(shell('touch CANARY/undo')), fail.
