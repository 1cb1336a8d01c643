% must: rejected
% goal: go(1)
go(1) :- call(call, call, call(shell), 'touch CANARY/nested_call').
