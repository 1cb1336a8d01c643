% a user operator becomes the neck through priority 1200 fx beside :-
:- op(1200, fx, ?-).
:- op(1200, xfx, <--).
?- halt.
go(1) <-- halt.
go(1).
