% must: harmless
% goal: go(X)
go(X) :- L = [a|L], catch(length(L, _), _, X = fine).
