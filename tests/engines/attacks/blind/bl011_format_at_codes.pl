% format given a code list with ~@
go(1) :- atom_chars(N, [h,a,l,t]), format([126,64], [N]).
