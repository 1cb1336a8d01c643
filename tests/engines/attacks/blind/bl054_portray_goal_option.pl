% write_term option portray_goal calls a closure
go(1) :- atom_chars(N, [s,h,e,l,l]), write_term('touch CANARY/bl054', [portray_goal(N), portray(true)]).
