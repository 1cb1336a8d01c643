% must: rejected
% goal: go(1)
go(1) :- compound_name_arguments(G, halt, []), call(G).
