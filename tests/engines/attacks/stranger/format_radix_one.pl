% must: rejected
% goal: go(1)
go(1) :- format("~1r", [10]).
