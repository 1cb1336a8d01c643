% must: rejected
% goal: go(1)
:- initialization(spin).
spin :- spin.
go(1).
