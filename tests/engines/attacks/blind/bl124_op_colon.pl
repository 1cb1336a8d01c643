% the operator : gets another priority or type and hides a qualified goal
:- op(1200, xfx, :).
user:payoff(c,c,99,99).
go(1).
