fof(a, axiom, $$system('touch CANARY/x')).
fof(c, conjecture, p).
