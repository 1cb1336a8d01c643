% must: rejected
% goal: go(1)
go(1) :- maplist(user:shell, ['touch CANARY/closure_module']).
