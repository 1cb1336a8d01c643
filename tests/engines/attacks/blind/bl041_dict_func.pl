% functional notation on dicts: ./3 evaluates at run time
M.boom() := X :- shell('touch CANARY/bl041'), X = M.
go(X) :- X = _{a:1}.boom().
