% must: rejected
% goal: go(1)
go(1) :- F = '/'([], [X]>>call(X)), call(F, shell('touch CANARY/x')).
