fof(b, axiom, q). % morefof(a, axiom, p).
fof(c, conjecture, p).
