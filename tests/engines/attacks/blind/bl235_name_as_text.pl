% names of forbidden predicates, canary paths and tokens as plain data in answers
go([shell('touch CANARY/bl235'), (:- halt), getenv('OPENAI_API_KEY', _), user:payoff(c,c,9,9)]).
