% must: rejected
% goal: go(1)
:- dynamic p/65.
go(1).
