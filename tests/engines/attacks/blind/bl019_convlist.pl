% convlist with getenv as closure taken apart from an atom
go(X) :- split_string("a,getenv,b", ",", "", [_,S,_]), atom_string(P, S), convlist(P, ['OPENAI_API_KEY'], X).
