% phrase/3 adds two arguments: open(File,write) becomes open/4
go(1) :- atom_codes(O, [0'o,0'p,0'e,0'n]), G =.. [O, 'CANARY/bl001', write], phrase(G, S, []), nonvar(S).
