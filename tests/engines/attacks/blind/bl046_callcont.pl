% call_continuation built from atoms with a forged closure blob
go(1) :- atom_concat(call_, continuation, N), G =.. [N, ['$cont$'(user, shell('touch CANARY/bl046'), [], [])]], call(G).
