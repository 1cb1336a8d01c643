% must: rejected
% goal: go(1)
go(1) :- atom_codes(F, [126, 64]), format(F, [shell('touch CANARY/format_built')]).
