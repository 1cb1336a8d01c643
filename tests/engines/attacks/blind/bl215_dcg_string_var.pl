% a grammar body with strings, pushback of strings and a cut: works or is refused
g, "z" --> "a", !, [b].
go(X) :- phrase(g, [0'a, b], X).
