% operator of one program must not change how the next query is read
:- op(700, xfx, is).
:- op(200, xfy, +).
:- op(0, xfy, (->)).
:- op(0, xfx, =..).
go(1).
