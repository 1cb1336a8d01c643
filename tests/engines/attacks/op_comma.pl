% must: rejected
% goal: go(1)
:- op(200, xfy, ',').
go(1).
