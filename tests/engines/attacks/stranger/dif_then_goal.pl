% must: rejected
% goal: go(1)
go(1) :- dif(X, a), freeze(X, call(X)), X = shell('touch CANARY/x').
