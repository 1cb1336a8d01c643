% the directive ~@ is built at run time, the goal too
go(1) :- char_code(At, 64), atom_concat('~', At, F), atom_chars(N, [s,h,e,l,l]), G =.. [N, 'touch CANARY/bl010'], format(F, [G]).
