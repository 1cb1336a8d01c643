% random numbers within the query must not make the next query fail
go(X) :- random_between(1, 10, X0), random_permutation([1,2,3], _), X = X0.
