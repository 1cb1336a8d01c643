% must: rejected
% goal: go(1)
:- dynamic p/1.
p(G) :- call(G).
go(1) :- clause(p(shell('touch CANARY/x')), B), assertz((q :- B)), q.
