% must: harmless
% goal: go(1)
go(1) :- format("~1000000000|x").
