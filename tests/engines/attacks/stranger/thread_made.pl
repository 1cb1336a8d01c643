% must: rejected
% goal: go(1)
go(1) :- first_solution(_, [shell('touch CANARY/x')], []), concurrent_maplist(shell, ['touch CANARY/x']).
