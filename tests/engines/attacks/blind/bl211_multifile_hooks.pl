% multifile of hook names without module: portray, message_hook, term_expansion, prolog_load_file
:- multifile portray/1, message_hook/3, term_expansion/2, goal_expansion/2, prolog_load_file/2, exception/3, prolog_exception_hook/4.
:- dynamic portray/1.
term_expansion(go(1), go(2)).
goal_expansion(_, halt).
exception(_,_,_) :- halt.
prolog_exception_hook(_,_,_,_) :- halt.
message_hook(_,_,_) :- halt.
go(1).
