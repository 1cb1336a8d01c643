% must: rejected
% goal: go(1)
:- set_prolog_flag(var_prefix, true).
go(1).
