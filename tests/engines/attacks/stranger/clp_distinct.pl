% must: accept
% goal: go(X)
:- use_module(library(clpfd)).
go(X) :- [X, Y] ins 1..2, all_distinct([X, Y]), label([X, Y]).
