% system predicates whose names begin with $: $sig_atomic, $set_source_module
go(1) :- '$sig_atomic'((repeat, fail)).
go(2) :- '$set_source_module'(_, user).
