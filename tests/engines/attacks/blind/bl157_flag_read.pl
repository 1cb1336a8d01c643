% current_prolog_flag tells pid, home, executable
go(X) :- findall(K-V, (member(K, [pid,executable,home,argv]), current_prolog_flag(K, V)), X).
