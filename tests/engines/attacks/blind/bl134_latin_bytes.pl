% bytes that are not UTF-8 in a comment and in a quoted atom
go(X) :- X = 'caféÿ'. % Ã(
