% statistics, prolog_stack_property, thread_statistics, garbage_collect_atoms, trim_stacks
go(1) :- repeat, garbage_collect, garbage_collect_atoms, trim_stacks, statistics(inferences, X), X < 0.
