% must: accept
% goal: X = '$string'(a, b)
