% must: rejected
% goal: go(1)
:- dynamic p/1.
go(1) :- assertz((p(X) => shell('touch CANARY/x'))), p(1).
