% ~p calls the hook portray, defined through assertz
go(1) :- assertz((user:portray(zap) :- shell('touch CANARY/bl009'))), format("~p~n", [zap]).
