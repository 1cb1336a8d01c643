% phrase over a body whose tail is bound while it runs
go(X) :- atom_string(P, "getenv"), phrase(({Z =.. [P, 'OPENAI_API_KEY', X]}, {Z}), [], []).
