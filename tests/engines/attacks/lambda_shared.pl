% must: rejected
% goal: go(1)
go(1) :- maplist(\X^shell(X), ['touch CANARY/lambda_shared']).
