% must: rejected
% goal: go(1). go(2)
go(1). go(2).
