% must: rejected
% goal: go(1)
go(1) :- maplist(call, [shell('touch CANARY/map_call')]).
