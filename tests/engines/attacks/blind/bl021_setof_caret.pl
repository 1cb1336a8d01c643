% setof with Module:Z^Goal
go(X) :- atom_string(P, "getenv"), G =.. [P, 'OPENAI_API_KEY', V], setof(V, system:(_^G), X).
