% grammar rules whose nonterminals are dangerous predicates after two arguments are added
g --> rename_file.
go(1) :- phrase(g, 'CANARY/bl213a', 'CANARY/bl213b').
