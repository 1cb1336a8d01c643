% the recovery goal of catch is built
go(X) :- atom_string(P, "getenv"), catch(throw(P), B, call(B, 'OPENAI_API_KEY', X)).
