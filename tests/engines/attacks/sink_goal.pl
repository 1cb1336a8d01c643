% must: rejected
% goal: go(1)
go(1) :- with_output_to(atom(_), shell('touch CANARY/sink_goal')).
