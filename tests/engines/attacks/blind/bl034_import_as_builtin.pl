% import under the name of a built-in or of the name that the guard checks
:- use_module(library(lists), [append/3 as findall, reverse/2 as is]).
go(X) :- X is 1+1.
