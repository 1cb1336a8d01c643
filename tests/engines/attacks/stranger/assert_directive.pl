% must: rejected
% goal: go(1)
go(1) :- assertz((:- shell('touch CANARY/x'))).
