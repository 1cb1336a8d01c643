% must: rejected
% goal: go(1)
:- op(700, xfx, user:(===>)).
go(1).
