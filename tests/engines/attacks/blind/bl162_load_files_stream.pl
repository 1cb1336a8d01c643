% load_files with the stream option from an opened string
go(1) :- open_string("p :- halt.", S), load_files(x, [stream(S)]), p.
