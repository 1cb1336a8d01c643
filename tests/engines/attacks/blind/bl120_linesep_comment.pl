% line separator, form feed and CR inside a line comment
go(1). % x :- shell('touch CANARY/bl120').
% y:- halt.
% z:- halt.
% w:- halt.
