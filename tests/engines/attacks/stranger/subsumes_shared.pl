% must: limit
% goal: go(X)
d(0, _) :- !.
d(N, f(T, T)) :- M is N - 1, d(M, T).
go(X) :- d(50, A), d(50, B), term_subsumer(A, B, X).
