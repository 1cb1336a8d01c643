% must: rejected
% goal: go(1)
:- dynamic p/1.
p(G) :- catch(G, _, true).
go(1) :- clause(p(shell('touch CANARY/x')), B), call(B).
