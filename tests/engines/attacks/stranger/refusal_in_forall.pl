% must: rejected
% goal: go(X)
go(X) :- forall(member(G, [shell('touch CANARY/x')]), \+ catch(G, _, fail)), X = harm.
