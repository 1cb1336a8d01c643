% must: rejected
% goal: go(1)
go(1) :- G = "shell(x)", call(G).
