% a head that is itself a clause, and a body that is a directive
(go(1) :- true) :- halt.
:-(payoff(c,c,9,9), true).
:-(:-(halt)).
