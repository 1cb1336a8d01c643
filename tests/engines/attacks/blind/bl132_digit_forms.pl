% digit groups, radix forms and special floats are read as numbers of the same value
go([1 000 000, 1_000_000, 0b1010, 0xff, 0o17, 16'FF, 1.0Inf, 1r3, 0'a, 1.5NaN, 1e10, 1.0e10]).
