% must: rejected
% goal: go(1)
go(1) :- assertion(shell('touch CANARY/assertion')).
