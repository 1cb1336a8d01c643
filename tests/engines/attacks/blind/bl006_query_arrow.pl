% ?- as a directive
?- shell('touch CANARY/bl006').
go(1).
