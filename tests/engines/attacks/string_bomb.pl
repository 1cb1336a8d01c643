% must: limit
% goal: go(X)
d(0, S, S) :- !.
d(N, S, R) :- string_concat(S, S, T), M is N - 1, d(M, T, R).
go(X) :- d(40, "abcdefgh", S), string_length(S, X).
