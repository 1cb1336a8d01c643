% clause/2 on the host predicate and on the workers own modules
go(X) :- findall(A-B, catch(clause(payoff(A,_,_,_), B), _, fail), X).
