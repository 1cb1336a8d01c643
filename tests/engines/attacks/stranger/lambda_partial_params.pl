% must: rejected
% goal: go(1)
go(1) :- P = [X|T], T = [], call(P>>X, shell('touch CANARY/x')).
