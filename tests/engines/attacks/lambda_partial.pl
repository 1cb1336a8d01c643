% must: rejected
% goal: start
start :- maplist([_|_]>>consult, ['CANARY/token', 'CANARY/token']).
