% must: rejected
% goal: go(1)
go(1) :- set_stream(user_error, alias(user_output)).
