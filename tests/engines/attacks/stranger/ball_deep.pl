% must: harmless
% goal: go(1)
d(0, a) :- !.
d(N, f(T)) :- M is N - 1, d(M, T).
go(1) :- d(200000, T), throw(T).
