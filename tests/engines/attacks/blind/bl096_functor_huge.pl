% functor with eight hundred million arguments
go(1) :- functor(T, f, 800000000), arg(1, T, x).
