% must: rejected
% goal: go(1)
:- use_foreign_library(foreign(files)).
go(1) :- delete_file('CANARY/token').
