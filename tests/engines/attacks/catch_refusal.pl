% must: rejected
% goal: go(1)
go(1) :- G = shell('touch CANARY/catch_refusal'), catch(G, _, true).
