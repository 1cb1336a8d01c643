% must: rejected
% goal: go(1)
go(1) :- call(aggregate_all(count), shell('touch CANARY/x'), _).
