% signals off through a built $sig_atomic, then a loop
go(1) :- atom_concat('$', sig_atomic, N), !, G =.. [N, (repeat, fail)], call(G).
