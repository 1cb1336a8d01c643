% must: harmless
% goal: maplist([Y]>>(Y = 1), [Z]), ( Z == 1 -> X = fine ; X = harm )
>>(_, _, harm).
