% call_cleanup with a loop in the cleanup, by built name
go(1) :- atom_concat(call_, cleanup, N), call(N, true, (repeat, fail)).
