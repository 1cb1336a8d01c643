% must: rejected
% goal: go(1)
:- dynamic r/0.
go(1) :- assertz((r :- shell('touch CANARY/assert_rule'))), r.
