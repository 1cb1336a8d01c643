% must: rejected
% goal: go(1) /* :- halt. 
go(1).
