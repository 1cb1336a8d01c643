% portray/1 defined by the program itself must not change how answers are printed
portray(X) :- write(spoof(X)).
go(X) :- X = f(a), print(X).
