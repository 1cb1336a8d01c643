% must: rejected
% goal: go(1)
:- op(700, xfx, [a, b, (',')]).
go(1).
