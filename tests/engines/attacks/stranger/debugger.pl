% must: rejected
% goal: go(1)
go(1) :- spy(payoff/4), trace, prolog_load_context(_, _).
