% the answer is an attributed variable with a pending dangerous goal
go(X) :- atom_chars(N, [s,h,e,l,l]), G =.. [N, 'touch CANARY/bl016'], freeze(X, G).
