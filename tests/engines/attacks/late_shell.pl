% must: harmless
% goal: go(1)
:- discontiguous shell/1.
go(1) :- \+ shell('touch CANARY/late_shell').
