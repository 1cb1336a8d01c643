% must: harmless
% goal: go(X)
go(X) :- catch(nb_getval('own k', X), _, X = fine).
