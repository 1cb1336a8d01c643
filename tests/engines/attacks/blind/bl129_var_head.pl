% clause with a variable head, and a variable body
X :- X.
go(1).
