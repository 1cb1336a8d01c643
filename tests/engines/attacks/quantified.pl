% must: rejected
% goal: start
start :- call(X^Y^shell('touch CANARY/quantified')), X = Y.
