% floats at the border and integer overflow of succ, plus and arg
go(X) :- catch(succ(X0, 0), _, X0 = e), catch(arg(99999999999999999999, f(a), Y0), _, Y0 = e), catch(functor(Z0, f, 9999999999), _, Z0 = e), catch(char_code(W0, 99999999999), _, W0 = e), X = [X0, Y0, Z0, W0].
