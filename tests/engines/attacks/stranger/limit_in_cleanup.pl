% must: rejected
% goal: go(1)
go(1) :- setup_call_cleanup(true, fail, ( repeat, fail )).
