% a left shift by 2^31+3 wraps: mod 1000 is 248, not what is answered
go(X) :- N is 2**31 + 3, Y is 1 << N, X is Y mod 1000.
