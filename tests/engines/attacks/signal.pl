% must: rejected
% goal: go(1)
go(1) :- on_signal(int, _, halt), prolog_alert_signal(_, 0).
