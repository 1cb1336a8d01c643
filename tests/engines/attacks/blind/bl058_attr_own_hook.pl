% attr_unify_hook defined in the own module and freeze attribute forged by $and
go(1) :- freeze(V, true), copy_term(V, _, G), term_to_atom(A, '$and(user:true, system:halt)'), put_attr(V, freeze, A), V = 1, G = G.
