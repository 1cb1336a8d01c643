% must: accept
% goal: go(X)
:- dynamic p/1.
p(1). p(2). p(3).
go(X) :- findall(A, ( p(A), retractall(p(_)) ), L), ( L == [1, 2, 3], \+ p(_) -> X = fine ; X = harm ).
