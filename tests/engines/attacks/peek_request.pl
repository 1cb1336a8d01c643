% must: rejected
% goal: go(X)
go(X) :- peek_char(user_input, X).
