% must: rejected
% goal: go(1)
go(1) :- X = 'a. b :- shell, X = X.
