% must: limit
% goal: go(1)
go(1) :- repeat, fail.
