fof(a, axiom, p).
fof(b, axiom, ~ p).
fof(c, conjecture, q).
