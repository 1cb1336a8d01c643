% the parameters of a lambda are goals: [G]>>G
go(X) :- term_string(G, "getenv('OPENAI_API_KEY', V)"), arg(2, G, V), call([A]>>A, G), X = V.
