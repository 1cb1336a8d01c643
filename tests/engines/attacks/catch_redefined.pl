% must: rejected
% goal: go(1)
catch(G, _, _) :- G.
go(1) :- catch(shell('touch CANARY/catch_redefined'), _, true).
