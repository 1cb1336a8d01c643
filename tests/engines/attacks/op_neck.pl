% must: rejected
% goal: go(1)
:- op(0, xfx, :-).
go(1).
