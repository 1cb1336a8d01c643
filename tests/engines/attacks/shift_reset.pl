% must: rejected
% goal: go(1)
go(1) :- reset(shift(x), B, C), B = x, call(C).
