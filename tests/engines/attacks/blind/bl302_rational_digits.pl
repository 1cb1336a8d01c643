% a rational answer whose denominator has 4401 digits
go(X) :- X is 1 rdiv (10**4400).
