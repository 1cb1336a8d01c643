% must: rejected
% goal: go(1)
go(1) :- freeze(O, shell('touch CANARY/x')), write_term(a, [O]).
