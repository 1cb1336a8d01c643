% must: harmless
% goal: go(X)
d(0, a) :- !.
d(N, f(T, T)) :- M is N - 1, d(M, T).
go(X) :- d(60, T), term_factorized(T, X, _).
