% must: rejected
% goal: go(1)
go(1) :- freeze(X, call(X)), copy_term(X, Y), Y = shell('touch CANARY/x').
