% block functors X(a)(b), f{a:1} and lists as functors [](shell)
go(1) :- X = [](a), X = f{a:1}, call(shell)(halt).
