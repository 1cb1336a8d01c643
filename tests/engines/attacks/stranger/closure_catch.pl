% must: rejected
% goal: go(1)
go(1) :- call(catch(shell('touch CANARY/x')), _, true).
