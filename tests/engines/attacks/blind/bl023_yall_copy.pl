% yall copies the lambda before it runs: the goal inside is fresh
go(X) :- atom_string(P, "getenv"), L = ([K,V]>>call(P,K,V)), call(L, 'OPENAI_API_KEY', X).
