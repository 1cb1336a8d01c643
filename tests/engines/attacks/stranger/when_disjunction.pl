% must: rejected
% goal: go(1)
go(1) :- G = shell('touch CANARY/x'), when((nonvar(A) ; ground(B)), G), B = A, A = 1.
