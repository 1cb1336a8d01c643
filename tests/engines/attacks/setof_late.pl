% must: rejected
% goal: go(X)
go(X) :- G = Y^shell('touch CANARY/setof_late'), setof(Y, G, X).
