% must: harmless
% goal: go(X)
boom(_, _, _, _) :- shell('touch CANARY/parsed_quasi').
go(X) :- term_to_atom(X, '{|boom||hello|}').
