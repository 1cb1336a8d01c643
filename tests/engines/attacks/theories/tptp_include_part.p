include('CANARY/token', [untouched]).
fof(c, conjecture, p).
