% the query asserts and qualifies
fact(1).
