% freeze wakes a built goal on unification in a head
go(1) :- atom_chars(N, [s,h,e,l,l]), G =.. [N, 'touch CANARY/bl014'], freeze(V, G), w(V).
w(1).
