% powm, gcd, msb and cot of huge numbers in one expression
go(X) :- B is (1<<40000000)-1, X is powm(3, B, B) + gcd(B, B+2).
