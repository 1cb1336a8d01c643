% must: rejected
% goal: go(1)
go(1) :- G = shell('touch CANARY/x'), freeze(S, G), with_output_to(atom(S), write(a)).
