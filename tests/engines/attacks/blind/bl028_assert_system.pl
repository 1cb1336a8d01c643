% assertz a clause for a module-qualified built-in via functor/arg
go(1) :- functor(T, (:), 2), arg(1, T, system), arg(2, T, payoff(c,c,9,9)), assertz(T).
