% a list in goal position is consult, built at run time
go(1) :- X = [user], call(X).
