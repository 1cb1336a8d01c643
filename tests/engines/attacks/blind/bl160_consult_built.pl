% consult of the standard input through maplist
go(1) :- member(P, [consult]), maplist(P, [user]).
