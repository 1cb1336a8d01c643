% must: rejected
% goal: go(X)
go(X) :- term_string(D, "t{}"), functor(D, N, _), compound_name_arguments(X, N, [t, 1, a, 2, a]).
