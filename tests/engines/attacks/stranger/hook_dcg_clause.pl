% must: rejected
% goal: go(1)
term_expansion --> [].
go(1).
:- dynamic goal_expansion/2.
portray(X) --> {X = 1}.
exception(A) --> [A].
