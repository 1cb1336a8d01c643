% read a decimal number of many million digits out of text
go(X) :- length(L, 4000000), maplist(=(0'9), L), number_codes(N, L), X is N mod 7.
