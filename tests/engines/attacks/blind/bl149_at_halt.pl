% at_halt hook and prolog_alert hooks via built names
go(1) :- member(N, [at_halt]), G =.. [N, shell('touch CANARY/bl149')], call(G).
