% must: harmless
% goal: go(X)
go(X) :- ( arg(4294967297, f(a), _) ; arg(18446744073709551617, f(a), _) ; sub_atom(abc, 4294967296, 1, _, _) ; string_code(4294967297, "abc", _) ), X = harm.
