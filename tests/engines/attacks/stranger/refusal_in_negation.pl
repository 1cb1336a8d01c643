% must: rejected
% goal: go(X)
go(X) :- G = shell('touch CANARY/x'), ( \+ G -> X = harm ; X = harm ).
