% when/2 with a nested condition and a built goal
go(1) :- atom_chars(N, [s,h,e,l,l]), G =.. [N, 'touch CANARY/bl015'], when((nonvar(A);?=(A,B)), G), A = B, A = 1.
