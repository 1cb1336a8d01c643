% must: harmless
% goal: go(X)
go(X) :- nb_setval('$clpfd_queue_status', disabled), catch(nb_getval('$clpfd_queue', X), _, X = fine).
