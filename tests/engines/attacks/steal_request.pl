% must: rejected
% goal: go(X)
go(X) :- read_term(user_input, X, []).
