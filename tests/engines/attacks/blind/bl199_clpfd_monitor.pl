% clpfd global flags and goal expansion must not stay for the next query
:- use_module(library(clpfd)).
:- set_prolog_flag(clpfd_monotonic, true).
go(X) :- X #= 1 + 1.
