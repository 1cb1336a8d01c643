% must: rejected
% goal: go(1)
go(1) :- term_string(G, "shell(\"touch CANARY/parsed_string\")"), G.
