% an answer with residual clpfd constraints and a domain
:- use_module(library(clpfd)).
go(X-Y) :- X in 1..9, X #> Y, Y #> 2, all_distinct([X,Y]).
