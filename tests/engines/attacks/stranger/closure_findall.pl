% must: rejected
% goal: go(1)
go(1) :- call(findall(x), shell('touch CANARY/x'), _).
