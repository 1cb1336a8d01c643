% must: rejected
% goal: start
start :- P = [], maplist(P>>consult, ['CANARY/token']).
