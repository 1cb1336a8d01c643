% apply/2, call//3 and not/1 with a built name
go(X) :- member(N, [apply]), G =.. [N, getenv, ['OPENAI_API_KEY', X]], call(G).
