% module of a goal is a variable until run time
go(X) :- M = system, G = getenv('OPENAI_API_KEY', X), M:G.
