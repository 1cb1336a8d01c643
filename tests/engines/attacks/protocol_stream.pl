% must: rejected
% goal: go(1)
go(1) :- stream_property(S, alias(user_output)), write(S, x).
