% must: harmless
% goal: go(1)
go(1) :- nb_setval('$term', x), b_setval(global_host, 1).
