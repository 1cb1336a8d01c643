% must: rejected
% goal: go(1)
w --> call(open, write, _).
go(1) :- phrase(w, 'CANARY/dcg_call', _).
