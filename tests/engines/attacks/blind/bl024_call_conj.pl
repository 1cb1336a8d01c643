% a conjunction with an if-then-else hides the goal in depth, built at run time
go(X) :- atom_string(P, "getenv"), G0 =.. [P, 'OPENAI_API_KEY', X], G = (true -> (\+ fail, once((fail ; ignore(G0)))) ; true), call(G).
