% quasi quotation inside text that is read at run time
go(X) :- term_to_atom(X, '{|shell(a)||touch CANARY/bl043|}').
