fof(c, conjecture, p).
/* fof(a, axiom, $false).
