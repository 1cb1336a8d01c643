% a goal that changes between the check and the call: a frozen variable inside the goal binds later
go(X) :- atom_string(P, "getenv"), G = (Y = 1, Z), freeze(Y, Z =.. [P, 'OPENAI_API_KEY', X]), call(G).
