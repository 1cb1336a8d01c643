% assertz a clause whose body is a variable, the goal comes later
:- dynamic h/1.
go(X) :- assertz((h(G) :- G)), atom_string(P, "getenv"), G =.. [P, 'OPENAI_API_KEY', X], h(G).
