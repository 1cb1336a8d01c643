% must: rejected
% goal: go(1)
go(1) :- assertz(p(1)), atom_to_term('<clause>(0x1)', R, _), erase(R).
