% text becomes a goal: term_to_atom then call
go(X) :- atom_concat('getenv(\'OPENAI_', 'API_KEY\', V)-V', A), term_to_atom(T, A), T = G-X, call(G).
