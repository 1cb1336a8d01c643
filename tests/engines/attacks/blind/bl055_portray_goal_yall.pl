% portray_goal given as lambda in an option list that is a variable
go(1) :- O = [quoted(true), portray(true)|R], R = [portray_goal([T,_]>>(atom(T), halt))], write_term(x, O).
