% must: harmless
% goal: start
start :- catch(throw(error(_, _)), error(resource_error(x), _), true).
