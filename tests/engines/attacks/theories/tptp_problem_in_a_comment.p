fof(a, axiom, p /* ). fof(z, axiom, $false */ ).
fof(c, conjecture, q).
