% must: rejected
% goal: go(1)
:- expects_dialect(sicstus).
go(1).
