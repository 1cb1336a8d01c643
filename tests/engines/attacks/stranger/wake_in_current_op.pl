% must: rejected
% goal: go(1)
go(1) :- G = shell('touch CANARY/x'), freeze(P, G), current_op(P, xfx, is).
