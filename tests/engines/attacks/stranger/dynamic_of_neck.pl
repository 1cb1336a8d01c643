% must: rejected
% goal: go(1)
:- dynamic (:-)/2.
go(1) :- assertz((a :- b)).
