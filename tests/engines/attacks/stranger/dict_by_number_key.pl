% must: rejected
% goal: go(X)
go(X) :- sort(k, @<, [p{k: 2}, p{k: 1}], X).
