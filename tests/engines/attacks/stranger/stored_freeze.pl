% must: rejected
% goal: go(1)
go(1) :- freeze(X, call(X)), nb_setval(k, X), nb_getval(k, Y), Y = shell('touch CANARY/x').
