% must: accept
% goal: compound_name_arguments(X, f, [])
