% must: rejected
% goal: start
'own shell'(x).
start.
