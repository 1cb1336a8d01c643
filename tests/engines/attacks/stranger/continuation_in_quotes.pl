% must: accept
% goal: go(X)
go(X) :- 'a\
b' = X.
