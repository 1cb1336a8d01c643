% must: rejected
% goal: go(1)
go(1) :- put_attr(V, freeze, '$and'(user:true, user:shell('touch CANARY/attribute'))), V = 1.
