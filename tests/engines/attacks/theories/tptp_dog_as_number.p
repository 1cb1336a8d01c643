fof(a, axiom, p('3')).
fof(c, conjecture, p(3)).
