% must: limit
% goal: go(1)
go(1) :- limit(1, ( catch(repeat, _, true), fail ; true )), fail.
