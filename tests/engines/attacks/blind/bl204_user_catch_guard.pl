% the refusal of the guard is caught and the program goes on to try the next name
go(X) :- member(P, [shell, halt, getenv, open, read, consult, load_files, use_module, process_create]), ( catch(call(P, 'OPENAI_API_KEY', V), _, fail) -> X = P-V ; fail ).
