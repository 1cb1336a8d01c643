% must: rejected
% goal: start
start :- call((shell('touch CANARY/conjunction_closure'), true), x).
