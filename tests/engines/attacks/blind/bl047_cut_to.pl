% prolog_cut_to and prolog_current_choice cut the choice points of the worker
go(1) :- member(N, [prolog_current_choice]), G =.. [N, C], call(G), member(N2, [prolog_cut_to]), H =.. [N2, 1], call(H), C = C.
