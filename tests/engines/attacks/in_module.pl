% must: rejected
% goal: go(1)
go(1) :- @(shell('touch CANARY/in_module'), user).
