% must: rejected
% goal: go(1)
:- table p/1.
p(1).
go(1) :- p(1).
