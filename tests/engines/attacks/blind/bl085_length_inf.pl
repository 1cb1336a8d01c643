% length of two open lists, failing for ever
go(1) :- length(L, N), N < 0, L = [].
