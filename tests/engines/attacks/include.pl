% must: rejected
% goal: go(1)
:- include('/etc/passwd').
go(1).
