% must: rejected
% goal: go(1)
:- dynamic p/1.
p(X) :- X = 1.
go(1) :- freeze(B, call(B, x, y)), clause(p(_), B).
