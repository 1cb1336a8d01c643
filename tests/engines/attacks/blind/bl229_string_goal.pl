% a string or a number as a goal
go(1) :- G = "halt", call(G).
go(2) :- call(1).
