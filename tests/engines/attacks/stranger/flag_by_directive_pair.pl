% must: rejected
% goal: go(1)
:- dynamic p/1, set_prolog_flag(unknown, fail).
go(1).
