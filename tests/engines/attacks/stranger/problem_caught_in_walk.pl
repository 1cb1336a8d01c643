% must: rejected
% goal: go(X)
go(X) :- catch(call(shell('touch CANARY/x')), problem(_, _), X = harm).
