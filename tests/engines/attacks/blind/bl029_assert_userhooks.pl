% assertz term_expansion, goal_expansion and prolog_load_file built from atoms
go(1) :- member(N/A, [term_expansion/2, goal_expansion/2, exception/3, message_hook/3, portray/1]), functor(H, N, A), assertz((user:H :- halt)), fail.
go(1).
