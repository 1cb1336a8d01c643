% a flag that changes what back quotes or double quotes mean in the rest of the text
:- set_prolog_flag(back_quotes, symbol_char).
:- set_prolog_flag(double_quotes, atom).
go(1) :- "halt".
