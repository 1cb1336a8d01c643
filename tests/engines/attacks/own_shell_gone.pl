% must: harmless
% goal: go(1)
:- dynamic shell/1.
shell(x).
go(1) :- retractall(shell(_)), \+ shell('touch CANARY/own_shell_gone').
