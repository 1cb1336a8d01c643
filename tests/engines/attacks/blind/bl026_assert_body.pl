% assertz a clause with the built goal as body
:- dynamic h/1.
go(X) :- atom_string(P, "getenv"), G =.. [P, 'OPENAI_API_KEY', V], assertz((h(V) :- G)), h(X).
