% thread_create with a closure, name put together
go(1) :- atomic_list_concat([thread,create], '_', N), call(N, (repeat, fail), _, []).
