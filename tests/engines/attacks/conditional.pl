% must: rejected
% goal: go(1)
:- if(shell('touch CANARY/conditional')).
go(1).
:- endif.
