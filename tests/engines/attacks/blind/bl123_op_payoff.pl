% payoff as infix operator builds heads of payoff/2 and clauses inside arguments
:- op(1200, xfx, payoff).
(c payoff d).
:- op(1150, fx, run).
run shell('touch CANARY/bl123').
run(G) :- call(G).
go(1) :- run(G), G.
