% must: accept
% goal: go(X)
go(X) :- A is 1 / 3.0, catch(_ is roundtoward(1 / 0, to_positive), _, true), B is 1 / 3.0, ( A == B -> X = fine ; X = harm ).
