% must: rejected
% goal: go(1)
go(1) :- foldl([G, A, A]>>call(G), [shell('touch CANARY/fold_call')], s, _).
