% the query itself carries a directive, a second goal and a comment
fact(1).
