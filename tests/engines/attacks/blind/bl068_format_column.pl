% format column stops a thousand million wide, no inference used
go(1) :- format("~`x~t~1000000000|~n").
