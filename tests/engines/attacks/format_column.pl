% must: harmless
% goal: go(1)
go(1) :- format("~*c", [1000000000, 0'a]).
