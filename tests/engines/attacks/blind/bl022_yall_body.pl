% lambda whose body is a variable goal, free variables shared with /
go(X) :- atom_string(P, "getenv"), G =.. [P, K, V], maplist(\K^V^G, ['OPENAI_API_KEY'], [X]).
