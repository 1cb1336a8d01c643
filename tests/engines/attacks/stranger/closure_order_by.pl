% must: rejected
% goal: go(1)
go(1) :- call(order_by([asc(x)]), shell('touch CANARY/x')).
