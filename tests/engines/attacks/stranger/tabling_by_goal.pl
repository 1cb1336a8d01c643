% must: rejected
% goal: go(1)
go(1) :- start_tabling(x, go(1), true), tnot(go(1)).
