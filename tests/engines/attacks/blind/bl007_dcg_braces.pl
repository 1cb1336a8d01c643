% a grammar body with braces around a built goal
g(A) --> { G =.. [A, 'touch CANARY/bl007'], G }.
go(1) :- sub_atom(xshellx, 1, 5, _, A), phrase(g(A), []).
