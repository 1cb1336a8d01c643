% the uncaught error carries a format string with ~@ in a message
go(1) :- throw(error(format('~@', [halt]), context(foo/1, format("~@~p", [halt, x])))).
