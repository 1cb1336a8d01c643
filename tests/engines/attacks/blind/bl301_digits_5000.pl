% an answer of 5001 digits: between what the host language reads and what the worker shows
go(X) :- X is 10**5000.
