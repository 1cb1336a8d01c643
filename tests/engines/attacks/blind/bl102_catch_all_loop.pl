% every level of a recursion catches every ball, also the one of the limit
go(X) :- p(X).
p(X) :- catch(q, _, true), p(X).
p(1).
q :- catch((repeat, fail), _, q).
