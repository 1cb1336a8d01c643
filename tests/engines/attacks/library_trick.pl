% must: rejected
% goal: go(1)
:- use_module(library('../../../tmp/evil')).
go(1).
