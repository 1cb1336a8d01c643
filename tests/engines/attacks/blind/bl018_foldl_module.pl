% foldl with Module:Closure built from text
go(X) :- term_to_atom(C, 'system:getenv'), foldl(w(C), ['OPENAI_API_KEY'], _, X).
w(C, K, _, V) :- call(C, K, V).
