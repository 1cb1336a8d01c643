% must: harmless
% goal: go(1)
go(1) :- format("~c", [55296]).
