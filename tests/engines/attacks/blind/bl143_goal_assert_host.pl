% the query builds and asserts the host predicate
fact(1).
