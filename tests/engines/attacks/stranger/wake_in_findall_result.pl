% must: rejected
% goal: go(1)
go(1) :- freeze(L, (G = shell('touch CANARY/x'), call(G))), findall(X, member(X, [a]), L).
