% operators redefined so that the same text reads as another term
:- op(200, xfy, -).
:- op(700, xfx, +).
:- op(0, xfx, =<).
go(X) :- X is 10 - 3 - 2.
