% must: rejected
% goal: go(1)
w(B) --> ( B -> [] ; [] ).
go(1) :- phrase(w({shell('touch CANARY/x')}), []).
