% format with a cyclic argument list and a cyclic sink list
go(1) :- A = [x|A], catch(format("~w~w~n", A), _, true), catch(atomic_list_concat(A, _), _, true), catch(atom_codes(_, A), _, true), catch(sum_list(A, _), _, true).
