% query with hundreds of variables and a singleton named like internals
fact(1).
