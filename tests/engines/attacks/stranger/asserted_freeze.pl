% must: rejected
% goal: go(1)
:- dynamic p/1.
go(1) :- freeze(X, call(X)), assertz((p(X) :- X)), p(shell('touch CANARY/x')).
