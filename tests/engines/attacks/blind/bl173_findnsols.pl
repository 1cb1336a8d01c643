% findnsols and findall/4 with a built goal
go(X) :- atom_string(P, "getenv"), G =.. [P, 'OPENAI_API_KEY', V], findnsols(1, V, G, X, []).
