% answers leave from inside findnsols and freeze while the bag is open
go(X) :- findnsols(1, Y, member(Y, [1,2,3]), X).
