% copy_term/3 lists goals of attributes, then they are called
go(X) :- freeze(V, true), copy_term(V, W, [G|_]), G = freeze(_, M:_), X = M, W = W.
