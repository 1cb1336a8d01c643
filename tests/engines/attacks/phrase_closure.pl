% must: rejected
% goal: go(1)
go(1) :- maplist(phrase({shell('touch CANARY/phrase_closure')}), [[]]).
