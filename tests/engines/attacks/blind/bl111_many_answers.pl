% infinitely many answers, each large
go(X) :- repeat, numlist(1, 1000, X).
