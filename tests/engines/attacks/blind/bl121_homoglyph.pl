% Cyrillic letters in a name that looks like the host predicate
pаyoff(c,c,99,99).
go(X) :- pаyoff(c,c,X,_).
