% set_prolog_flag through a closure in maplist/3
go(1) :- atomic_list_concat([set,prolog,flag], '_', P), maplist(P, [occurs_check, unknown], [true, fail]).
