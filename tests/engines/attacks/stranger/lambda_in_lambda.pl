% must: rejected
% goal: go(1)
go(1) :- call([X]>>([Y]>>call(Y, X)), 'touch CANARY/x', shell).
