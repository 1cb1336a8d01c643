% must: rejected
% goal: go(1)
go(1).
say('it is).
go(2).
