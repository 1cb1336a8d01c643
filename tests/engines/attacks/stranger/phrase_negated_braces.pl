% must: rejected
% goal: go(1)
go(1) :- B = (\+ {shell('touch CANARY/x')}), phrase(B, []).
