% must: rejected
% goal: go(X)
:- use_module(library(clpfd)).
go(X) :- sum([X], shell, 1).
