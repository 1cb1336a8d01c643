% retract the clauses of the host through a built head
go(1) :- atom_concat(pay, off, N), functor(H, N, 4), retractall(H).
