% old names from library(backcomp) that reach files: read_clause, checklist with shell, display
:- use_module(library(backcomp)).
go(1) :- checklist(shell, ['touch CANARY/bl165']), '$strip_module'(a,_,_).
