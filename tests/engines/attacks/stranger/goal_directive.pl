% must: rejected
% goal: :- go(1)
go(1).
