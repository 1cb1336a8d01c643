% tab evaluates its argument: a bignum power hides in it
go(1) :- tab((7**(7**9)) mod 2).
