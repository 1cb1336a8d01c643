/*  Texts and terms as JSON on the current output. */
:- module(syllogos_json, [json_text/1, json_term/1]).
:- use_module(library(lists), [member/2]).

%!  json_text(+Text): a JSON string.

json_text(Text) :-
    (   plain_text(Text)
    ->  format('"~w"', [Text])
    ;   put_char('"'),
        text_to_string(Text, String),
        string_codes(String, Codes),
        forall(member(Code, Codes), json_code(Code)),
        put_char('"')
    ).

plain_text(Text) :- \+ atom(Text), !, fail.
plain_text(Atom) :- atom_codes(Atom, Codes), \+ ( member(Code, Codes), \+ code_type(Code, csym) ),
    \+ ( member(Code, Codes), Code > 126 ).

json_code(0'") :- !, write('\\"').
json_code(0'\\) :- !, write('\\\\').
json_code(Code) :- Code >= 32, Code < 127, !, put_char_code(Code).
json_code(Code) :- Code < 0x10000, !, format('\\u~|~`0t~16r~4+', [Code]).
json_code(Code) :-
    High is 0xD800 + ((Code - 0x10000) >> 10),
    Low is 0xDC00 + ((Code - 0x10000) /\ 0x3FF),
    json_code(High),
    json_code(Low).

put_char_code(Code) :- char_code(Char, Code), put_char(Char).

%!  json_term(+Term): tokens in prefix order, joined by commas.

json_term(T) :- var(T), !, write('"v", 0').
json_term('$syllogos variable'(N)) :- !, format('"v", ~d', [N]).
json_term(T) :- integer(T), !, format('"n", "~d"', [T]).
json_term(T) :- float(T), !, format('"f", "~w"', [T]).
json_term(T) :- rational(T, P, Q), !, format('"n", "~d/~d"', [P, Q]).
json_term(T) :- string(T), !, write('"s", '), json_text(T).
json_term([]) :- !, write('"l", 0').
json_term(T) :- atom(T), !, write('"a", '), json_text(T).
json_term(T) :- is_list(T), !, length(T, N), format('"l", ~d', [N]), forall(member(X, T), ( write(', '), json_term(X) )).
json_term(T) :- compound(T), !,
    compound_name_arguments(T, Name, Args),
    length(Args, N),
    write('"c", '), json_text(Name), format(', ~d', [N]),
    forall(member(X, Args), ( write(', '), json_term(X) )).
json_term(T) :- format(atom(A), '~q', [T]), write('"a", '), json_text(A).
