fof('a, axiom, $false). fof(b', axiom, p).
fof(c, conjecture, q).
