% must: rejected
% goal: go(1)
go(1) :- F = [0'~, C], C = 0'@, format(F, [shell('touch CANARY/x')]).
