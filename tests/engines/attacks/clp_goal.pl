% must: harmless
% goal: go(1)
:- use_module(library(clpfd)).
go(1) :- X #= shell('touch CANARY/clp_goal'), label([X]).
