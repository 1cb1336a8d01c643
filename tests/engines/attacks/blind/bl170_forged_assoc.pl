% a forged cyclic AVL tree given to the assoc library
go(1) :- T = t(k,v,<,T,T), ( catch(get_assoc(zz, T, _), _, true) ; true ).
