% must: harmless
% goal: go(X)
go(X) :- catch(format("~t~w~90|~d", [a, b]), _, true), with_output_to(atom(A), write(z)), ( A == z -> X = fine ; X = harm ).
