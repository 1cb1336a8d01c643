% must: harmless
% goal: go(X)
go(X) :- catch(throw(error(R, _)), error(R, _), true), R = resource_error(memory), X = fine.
