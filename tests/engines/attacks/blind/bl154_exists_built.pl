% exists_file as a side channel through include/3
go(X) :- atom_concat(exists_, file, P), include(P, ['CANARY/none', 'CANARY'], X).
