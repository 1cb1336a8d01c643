% must: rejected
% goal: go(1)
(A, B) :- B, A.
go(1).
