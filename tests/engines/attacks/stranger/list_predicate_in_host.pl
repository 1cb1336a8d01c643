% must: accept
% goal: ( payoff(c, c, 3, 3), \+ payoff(c, c, 99, _) -> X = fine ; X = harm )
member(payoff(c, c, 99, 99), _).
append(_, _, 99).
maplist(_, _).
findnsols(_, _, _, _).
