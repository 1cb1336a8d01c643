% the program defines the predicate that the wakeup mechanism calls
'$wakeup'(_) :- halt.
'$attvar':uhook(_,_,_) :- halt.
go(1) :- freeze(V, true), V = 1.
