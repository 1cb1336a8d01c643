% with_output_to left by exception inside exception: the sink must be restored
go(X) :- catch(with_output_to(string(_), (write(a), catch(with_output_to(atom(_), (write(b), throw(x))), y, true))), x, true), write(visible), X = 1.
