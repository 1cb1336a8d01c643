% write a cyclic term and portray_clause a cyclic clause
go(1) :- X = [a|X], catch(write(X), _, true), nl.
go(2) :- X = f(X,Y,Y), catch(portray_clause(X), _, true).
