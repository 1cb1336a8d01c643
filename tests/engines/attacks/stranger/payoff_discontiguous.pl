% must: harmless
% goal: ( payoff(c, c, 3, 3) -> X = fine ; X = harm )
:- discontiguous payoff/4.
:- multifile payoff/4.
