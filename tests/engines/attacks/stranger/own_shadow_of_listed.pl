% must: accept
% goal: ( catch(h, _, fail) -> X = fine ; X = harm )
member(a, _).
h :- member(a, []).
