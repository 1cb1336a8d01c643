% write_term with unknown and hostile options: blobs(portray), cycles(false), max_depth, variable_names, module
go(1) :- X = f(X), catch(write_term(X, [cycles(false), max_depth(5)]), _, true), catch(write_term(a, [module(user), variable_names(['X'=_]), partial(true), spacing(next_argument)]), _, true).
