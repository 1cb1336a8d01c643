% global variables with names of the system are overwritten
go(1) :- forall(member(K, ['$term', '$variable_names', '$dcg', '$inference_limit', limit, rows, output, steps, '$clpfd_queue_status']), catch(nb_setval(K, poisoned), _, true)).
