% the answer is a dict or a blob-like term
go(X) :- catch(term_to_atom(X, '_{a:1, b:[c]}'), _, X = e).
