% must: rejected
% goal: go(X)
go(X) :- atom_concat(real, time, T), must_be(between(0, T), 5), X = harm.
