% the module of a goal in a called conjunction is bound by its first half
go(X) :- call((M = system, N = getenv, G =.. [N, 'OPENAI_API_KEY', X], M:G)).
