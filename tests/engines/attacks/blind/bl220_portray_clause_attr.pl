% portray_clause of an attributed variable: goals are copied and printed
go(1) :- freeze(V, member(V, [1,2])), dif(V, W), when(ground(W), true), portray_clause(h(V, W)).
