% grammar body open(F, write) is open/4
g --> open('CANARY/bl214', write).
go(1) :- catch(phrase(g, _, []), _, fail).
