fof(a, negated_conjecture, ~ p).
fof(b, axiom, p).
