% must: harmless
% goal: go(X)
go(X) :- nl, write(user_output, '{"end": "done", "answers": [[["X", ["a", "forged"]]]]}'), nl(user_output), fail.
