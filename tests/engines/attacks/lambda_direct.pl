% must: rejected
% goal: go(1)
go(1) :- maplist([C]>>shell(C), ['touch CANARY/lambda_direct']).
