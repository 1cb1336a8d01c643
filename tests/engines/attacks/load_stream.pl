% must: rejected
% goal: go(1)
go(1) :- open_string("x :- shell('touch CANARY/load_stream').", S), load_files(evil, [stream(S)]).
