% must: rejected
% goal: go(1)
go(1) :- call(with_output_to(string(_)), shell('touch CANARY/x')).
