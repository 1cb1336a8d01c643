% must: limit
% goal: go(1)
grow(L) :- grow([L, L, L, L|L]).
go(1) :- catch(grow([]), _, true).
