fof(a, axiom, p, file('CANARY/token', untouched), [include('CANARY/token')]).
fof(c, conjecture, p).
