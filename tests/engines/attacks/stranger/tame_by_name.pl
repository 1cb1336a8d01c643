% must: harmless
% goal: go(X)
go(X) :- '$tame'(random(5)), call('$tame', X), X = fine.
