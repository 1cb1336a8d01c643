% operators |, [], {} and the bar are redefined
:- op(1100, xfy, '[]').
:- op(200, xfx, {}).
:- op(700, xfx, '|').
go(1).
