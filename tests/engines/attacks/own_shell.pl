% must: accept
% goal: shell(X)
shell(echo).
prompt(a, b).
rule(x, y).
flag(red, white, blue).
