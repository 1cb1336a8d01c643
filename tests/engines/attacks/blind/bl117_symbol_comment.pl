% symbol characters before /* keep it from being a comment
a(X) :- X = */*, shell('touch CANARY/bl117'), X = */* .
go(1) :- a(_).
