% must: rejected
% goal: start
start :- maplist([]>>consult, ['CANARY/token']).
