% must: harmless
% goal: ( payoff(c, d, 0, 5) -> X = fine ; X = harm )
:- op(700, xfx, payoff).
:- op(200, xfy, c).
:- op(0, xfx, =).
