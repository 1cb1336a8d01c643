% delimited continuation: the captured continuation is called under another goal
go(1) :- reset(p, ball(G), Cont), call(Cont), call(G).
p :- shift(ball(true)), halt.
