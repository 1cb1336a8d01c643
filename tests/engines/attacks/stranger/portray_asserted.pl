% must: harmless
% goal: go(X)
go(X) :- ( catch(( assertz((portray(_) :- X = harm)), print(a) ), _, true) -> true ; true ), ( var(X) -> X = fine ; true ).
