% a curly term as goal, and \+ without brackets
go(1) :- { halt }, \+halt.
