% must: rejected
% goal: go(1)
go(1) :- F = ([C]>>(G =.. [shell, C], call(G))), maplist(F, ['touch CANARY/lambda_built']).
