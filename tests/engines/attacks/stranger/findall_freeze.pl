% must: rejected
% goal: go(1)
go(1) :- findall(X, freeze(X, call(X)), [Y]), Y = shell('touch CANARY/x').
