% must: rejected
% goal: go(X)
:- use_module(library(clpfd)).
go(X) :- X in 1..2, labeling([shell('touch CANARY/x')], [X]).
