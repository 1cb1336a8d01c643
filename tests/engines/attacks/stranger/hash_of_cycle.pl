% must: harmless
% goal: go(X)
go(X) :- A = f(A), catch(term_hash(A, X), _, X = fine).
