% must: rejected
% goal: go(1)
go(1) :- G = shell, phrase(G, 'touch CANARY/phrase_late', 0).
