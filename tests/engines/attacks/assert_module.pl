% must: rejected
% goal: go(1)
go(1) :- assertz(user:portray(_)), assertz((user:message_hook(_, _, _) :- shell('touch CANARY/assert_module'))).
