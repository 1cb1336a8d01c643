% must: rejected
% goal: go(1)
go(1) :- call(when(ground(X)), shell('touch CANARY/x')), X = 1.
