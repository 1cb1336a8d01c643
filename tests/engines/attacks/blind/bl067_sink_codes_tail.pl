% with_output_to collects without end in memory
go(X) :- with_output_to(string(X), (repeat, write(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa), fail)).
