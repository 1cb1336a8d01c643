% must: rejected
% goal: go(X)
M.boom() := X :- shell('touch CANARY/dict_define'), X = M.
go(1).
