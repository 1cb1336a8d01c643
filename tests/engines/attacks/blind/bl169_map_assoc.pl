% map_assoc with a closure
go(X) :- list_to_assoc([k-'OPENAI_API_KEY'], A), atom_string(P, "getenv"), map_assoc(P, A, B), get_assoc(k, B, X).
