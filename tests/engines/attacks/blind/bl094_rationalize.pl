% special floats and rationals in answers: nan, inf, rationals, negative zero
go([A,B,C,D]) :- A is nan, B is inf, C is -0.0, D is 1 rdiv 3.
