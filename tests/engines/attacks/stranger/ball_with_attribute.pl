% must: harmless
% goal: go(X)
go(X) :- catch(( freeze(A, (X = harm)), throw(b(A)) ), b(C), true), C = 1, ( var(X) -> X = fine ; true ).
