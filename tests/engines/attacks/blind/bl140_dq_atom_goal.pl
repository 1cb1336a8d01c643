% double_quotes=atom makes a string a name: "halt" as goal and closure
:- set_prolog_flag(double_quotes, atom).
go(X) :- call("getenv", "OPENAI_API_KEY", X).
