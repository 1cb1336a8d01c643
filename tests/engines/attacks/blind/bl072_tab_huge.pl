% tab of a huge count
go(1) :- tab(4000000000).
