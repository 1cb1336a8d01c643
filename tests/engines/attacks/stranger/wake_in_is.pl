% must: rejected
% goal: go(1)
go(1) :- freeze(X, (G = shell('touch CANARY/x'), G)), X is 1 + 1.
