% must: rejected
% goal: go(X)
go(X) :- X = _{a: 1}.put(b, 2).
