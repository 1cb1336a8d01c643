% prolog_load_context and source_location tell machine paths
go(X) :- prolog_load_context(directory, X).
