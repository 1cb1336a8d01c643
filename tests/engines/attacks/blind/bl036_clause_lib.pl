% clause/2 opens a library predicate and calls its private helper body
go(X) :- clause(lists:append(_, _), B), clause(M:must_be(_,_), C), X = [B, M, C].
