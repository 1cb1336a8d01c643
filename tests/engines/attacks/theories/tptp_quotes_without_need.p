fof(a, axiom, 'p').
fof(c, conjecture, p).
