% library predicates with harmless names that reach files: read_term_from_file, csv_read_file, list_dir names
go(X) :- read_file_to_terms('CANARY/none', X, []).
