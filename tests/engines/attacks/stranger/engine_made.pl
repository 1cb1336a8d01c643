% must: rejected
% goal: go(1)
go(1) :- engine_create(x, shell('touch CANARY/x'), E), engine_next(E, _).
