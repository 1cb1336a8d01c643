% a shift count beyond 32 bits wraps around and gives a wrong number without an error
go(X) :- X is 1 << (1 << 32).
