% must: rejected
% goal: go(1)
:- dynamic r/0.
go(1) :- maplist(assertz, [(r :- shell('touch CANARY/x'))]), r.
