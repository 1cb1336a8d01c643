% must: limit
% goal: go(1)
go(1) :- \+ \+ spin.
spin :- spin.
