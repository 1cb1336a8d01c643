% must: rejected
% goal: go(1)
go(1) :- copy_predicate_clauses(system:shell/1, mine/1).
