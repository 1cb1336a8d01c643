% must: rejected
% goal: go(1)
:- dynamic r/1.
go(1) :- assertz((r(G) :- G)), r(shell('touch CANARY/assert_late')).
