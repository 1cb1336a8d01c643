% must: rejected
% goal: go(1)
:- use_module('/tmp/evil').
go(1).
