% must: harmless
% goal: go(X)
go(X) :- member(N, [4294967393, -1, 1114112]), catch(char_code(_, N), _, fail), X = harm.
