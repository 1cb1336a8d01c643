% errors in findall within forall within catch leave the bag stack clean
go(X) :- catch(findall(_, (member(_, [1,2]), findall(_, throw(x), _)), _), _, true), findall(Y, member(Y, [1,2]), X).
