% must: rejected
% goal: go(1)
go(1) :- clause(append(_, _, _), B), call(B).
