% must: rejected
% goal: go(1)
go(1) :- G = (true, true), setarg(1, G, shell('touch CANARY/setarg_toctou')), call(G).
