% must: rejected
% goal: go(1)
go(1) :- phrase({shell('touch CANARY/phrase_braces')}, []).
