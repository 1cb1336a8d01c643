% answers with newline, NUL, surrogate, escape codes and bidi marks
go([A,B,C,D,E]) :- atom_codes(A, [0]), atom_codes(B, [27,0'[,0'2,0'J]), catch(atom_codes(C, [0xD800]), _, C = e), atom_codes(D, [10,10,13]), atom_codes(E, [0x202E,0x10FFFF,0xFFFF]).
