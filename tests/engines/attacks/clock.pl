% must: rejected
% goal: go(X)
go(X) :- get_time(X).
