% must: rejected
% goal: go(1)
go(1) :- op(700, xfx, user:is).
