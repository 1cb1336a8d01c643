% one call of length that wants ten thousand million cells
go(1) :- length(_, 10000000000).
