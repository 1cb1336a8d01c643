% must: rejected
% goal: go(1)
go(1) :- call(phrase, {shell('touch CANARY/x')}, [], []).
