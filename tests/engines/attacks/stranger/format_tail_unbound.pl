% must: rejected
% goal: go(1)
go(1) :- format([0'~, 0'w|_], [x]).
