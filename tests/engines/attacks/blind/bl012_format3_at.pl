% format/3 into an atom sink runs ~@
go(X) :- term_to_atom(G, 'getenv(\'OPENAI_API_KEY\',V)'), arg(2, G, V), format(atom(_), '~@', [G]), X = V.
