% must: harmless
% goal: go(X)
:- op(0, yfx, -).
:- op(0, fy, -).
go(X) :- X = -(2, 1).
