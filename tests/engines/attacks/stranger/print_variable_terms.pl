% must: harmless
% goal: go(1)
go(1) :- print('$VAR'(-1)), print('$VAR'(1.5)), print('$VAR'(99999999999999999999)), print('$VAR'('a b')).
