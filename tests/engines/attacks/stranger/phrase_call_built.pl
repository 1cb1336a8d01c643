% must: rejected
% goal: go(1)
go(1) :- phrase(call(G), 'touch CANARY/x', _), G = 1.
start :- phrase(call(shell), 'touch CANARY/x', _).
