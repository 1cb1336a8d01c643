% must: rejected
% goal: go(1)
go(1) :- format(file('CANARY/format_sink'), "x", []).
