% max_member/3 with a closure
go(1) :- atom_concat(rename_, file, P), max_member(P, _, ['CANARY/a', 'CANARY/b']).
