% must: harmless
% goal: go(X)
:- use_module(library(clpfd)).
go(X) :- X #<==> shell('touch CANARY/x'), label([X]).
