% must: rejected
% goal: go(1)
go(1) :- predsort([_, A, _]>>call(shell, A), ['touch CANARY/x', b], _).
