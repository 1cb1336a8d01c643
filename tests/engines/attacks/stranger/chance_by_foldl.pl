% must: accept
% goal: foldl([_, A, B]>>(B is random(2) + A), [1, 2, 3, 4], 0, X)
