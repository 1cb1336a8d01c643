fof(a, axiom, man(socrates)).
fof(c, conjecture, mаn(socrates)).
