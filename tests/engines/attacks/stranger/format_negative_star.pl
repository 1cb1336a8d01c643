% must: rejected
% goal: go(1)
go(1) :- format("~*c", [-5, 0'a]).
