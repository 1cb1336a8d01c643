% library thread: concurrent_maplist and first_solution take goals
go(X) :- concurrent_maplist([_]>>true, [1,2]), first_solution(X, [member(X,[1])], []).
