% on_signal for the timer signal
go(1) :- member(N, [on_signal]), call(N, alrm, _, ignore), repeat, fail.
