% write_term option module(user) and portray(true) finds a hook elsewhere
go(1) :- atom_string(P, "halt"), write_term(x, [portray_goal(system:P), portray(true)]).
