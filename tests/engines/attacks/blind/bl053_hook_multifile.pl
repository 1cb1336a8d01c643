% multifile hook of the error library defined in the program
:- multifile error:has_type/2.
error:has_type(evil, _) :- shell('touch CANARY/bl053').
go(1) :- is_of_type(evil, 1).
