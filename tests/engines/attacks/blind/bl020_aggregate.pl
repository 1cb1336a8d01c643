% aggregate_all(bag) with a goal below existential carets
go(X) :- atom_string(P, "getenv"), G =.. [P, 'OPENAI_API_KEY', V], aggregate_all(bag(V), Z^Y^G, X), Z = Y.
