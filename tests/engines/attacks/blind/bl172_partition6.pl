% partition/6 with a closure of two arguments, getenv
go(X) :- atom_string(P, "getenv"), partition(w(P), ['OPENAI_API_KEY'], X, _, _).
w(P, K, <) :- call(P, K, _).
