% must: harmless
% goal: go(X)
go(X) :- A = f(A), B = f(B), msort([A, B, A], L), length(L, X).
