fof(a, axiom, 'Dog'(rex)).
fof(b, axiom, ~ 'DOG'(rex)).
fof(c, conjecture, dog(rex)).
