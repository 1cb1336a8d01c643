fof(a, axiom, p).
fof(a, conjecture, q).
