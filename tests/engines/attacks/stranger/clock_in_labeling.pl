% must: rejected
% goal: go(X)
:- use_module(library(clpfd)).
go(X) :- atom_concat(cpu, time, T), X in 1..3, labeling([max(X + T)], [X]).
