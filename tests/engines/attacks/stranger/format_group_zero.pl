% must: harmless
% goal: go(1)
go(1) :- format("~0I", [123456789]).
