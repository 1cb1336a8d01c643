% retract((Head :- true)) of the host with the module left open
go(1) :- atom_concat(pay, off, N), functor(H, N, 4), ( retract((H :- true)) ; retract((_:H :- true)) ; retract(_:(H :- true)) ).
