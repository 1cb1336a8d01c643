% must: rejected
% goal: go(1)
member(x, _).
go(1) :- 'own shell'('touch CANARY/x'), 'own member'(x, _).
