% must: rejected
% goal: go(1)
w --> {shell('touch CANARY/dcg_braces')}, [a].
go(1) :- phrase(w, [a]).
