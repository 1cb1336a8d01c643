% must: accept
% goal: ( findall(N, current_op(701, _, N), [alpha, beta, gamma]) -> X = fine ; X = harm )
:- op(701, xfx, [gamma, alpha, beta]).
