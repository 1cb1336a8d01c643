% op/3 through foldl, changes operators for the next query
go(1) :- member(P, [op]), call(P, 700, xfx, zap), call(P, 0, xfx, is).
