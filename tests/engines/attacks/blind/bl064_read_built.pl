% read the protocol pipe with a built goal
go(X) :- member(N, [read]), G =.. [N, X], call(G).
