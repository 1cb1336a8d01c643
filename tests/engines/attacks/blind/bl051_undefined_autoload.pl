% an undefined predicate in a callable position autoloads make_directory_path at run time
go(1) :- atomic_list_concat([make, directory, path], '_', N), G =.. [N, 'CANARY/bl051'], call(G).
