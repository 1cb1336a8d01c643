% must: harmless
% goal: go(1)
go(1) :- throw(unwind(halt(0))).
