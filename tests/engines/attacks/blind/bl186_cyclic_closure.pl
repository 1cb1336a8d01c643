% a closure with cyclic arguments and a cyclic lambda
go(1) :- L = ([X]>>(call(L, X))), catch(call(L, 1), _, true).
