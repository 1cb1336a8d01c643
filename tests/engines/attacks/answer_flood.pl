% must: accept
% goal: go(X)
go(X) :- between(1, inf, X).
