% predsort calls its order closure with three arguments: process_create/3
go(1) :- atom_concat(process_, create, P), predsort(P, [path(touch), ['CANARY/bl017'], x], _).
