% must: rejected
% goal: go(1)
go(1) :- maplist(P>>consult, ['CANARY/token']), P = [].
start :- P = [], maplist(P>>consult, [x]).
