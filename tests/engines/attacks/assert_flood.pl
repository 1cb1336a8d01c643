% must: limit
% goal: go(1)
:- dynamic p/2.
go(1) :- numlist(1, 1000, L), repeat, assertz(p(L, L)), fail.
