% must: limit
% goal: go(X)
go(X) :- findall(x, repeat, X).
