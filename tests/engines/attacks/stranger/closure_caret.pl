% must: rejected
% goal: go(1)
go(1) :- call(setof(X), X^_^shell('touch CANARY/x'), _).
