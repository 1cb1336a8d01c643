% @/2 built by univ
go(1) :- G =.. [@, assertz(payoff(c,c,99,99)), user], call(G).
