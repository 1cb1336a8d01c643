% must: rejected
% goal: go(1)
go(1) :- B = {shell('touch CANARY/phrase_braces_late')}, phrase(B, [], []).
