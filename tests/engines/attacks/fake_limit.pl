% must: harmless
% goal: go(1)
go(1) :- throw(inference_limit_exceeded).
