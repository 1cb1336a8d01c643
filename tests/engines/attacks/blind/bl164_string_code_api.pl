% sformat, term_from_atom and read_term_from_atom as names of long ago
go(1) :- sformat(S, "halt", []), read_term_from_atom(S, G, []), call(G).
