% must: rejected
% goal: go(X)
go(X) :- G = shell('touch CANARY/x'), ( findall(1, catch(G, _, true), [1]) -> X = harm ; X = harm ).
