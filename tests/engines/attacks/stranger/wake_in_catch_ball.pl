% must: rejected
% goal: go(1)
go(1) :- G = shell('touch CANARY/x'), freeze(B, G), catch(throw(a), B, true).
