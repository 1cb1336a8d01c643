% import of a dangerous predicate of an allowed library under another name
:- use_module(library(backcomp), [checklist/2 as all, convert_time/2 as ct, '$arch'/2 as arch]).
go(X) :- arch(X, _).
