% must: rejected
% goal: go(1)
go(1) :- ls, delete_file('CANARY/token').
