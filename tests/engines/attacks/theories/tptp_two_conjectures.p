fof(c, conjecture, p).
fof(c, conjecture, q).
