% must: limit
% goal: go(X)
go(X) :- aggregate_all(max(Y), ( between(1, inf, Y), Y < 0 ), X).
