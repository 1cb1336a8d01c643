% must: harmless
% goal: go(1)
d(0, _) :- !.
d(N, f(T, T)) :- M is N - 1, d(M, T).
go(1) :- d(60, A), d(60, B), A = B, A == B.
