% global variable and asserted fact must not be seen by the next query
:- dynamic seen/1.
go(X) :- ( catch(nb_getval(bl147, X), _, fail) -> true ; nb_setval(bl147, old), assertz(seen(old)), X = new ).
