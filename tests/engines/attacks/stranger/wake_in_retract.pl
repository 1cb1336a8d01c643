% must: rejected
% goal: go(1)
:- dynamic p/1.
p(1).
go(1) :- freeze(X, (G = retract(payoff(c, c, _, _)), G)), retract(p(X)).
