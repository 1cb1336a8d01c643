% must: rejected
% goal: go(1)
:- set_prolog_flag(occurs_check, error).
go(1) :- X = f(X).
