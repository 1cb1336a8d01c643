% must: harmless
% goal: go(X)
go(X) :- assertz((w --> {shell('touch CANARY/x')})), ( catch(phrase(w, []), _, fail) -> X = harm ; X = fine ).
