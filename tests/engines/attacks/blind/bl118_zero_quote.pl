% 0'' and 0'/ then *: character codes that swallow the start of a quote or comment
go(X) :- X = [0''', 0'/*2, 0'%], shell('touch CANARY/bl118'), X = [0'/* ].
*/ go(2).
