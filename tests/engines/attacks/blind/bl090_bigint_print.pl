% a number of thirty million digits as the answer: printing is slow in C
go(X) :- X is 10**30000000.
