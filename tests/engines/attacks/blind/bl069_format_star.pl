% ~*c with a huge count
go(1) :- N is 10**9, format("~*c", [N, 0'x]).
