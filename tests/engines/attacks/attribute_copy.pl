% must: rejected
% goal: go(1)
go(1) :- freeze(V, true), copy_term(V, W, [G]), call(G), W = 1.
