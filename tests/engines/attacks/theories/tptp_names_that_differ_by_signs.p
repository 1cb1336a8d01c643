fof(a, axiom, 'a b').
fof(b, axiom, ~ 'a_b').
fof(d, axiom, ~ 'a-b').
fof(c, conjecture, a_b_2).
