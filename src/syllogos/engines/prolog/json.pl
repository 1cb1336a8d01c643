/*  Texts and terms as JSON on the current output. */
:- module(syllogos_json, [json_text/1, json_term/2]).
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
json_code(Code) :- Code >= 0xD800, Code < 0xE000, !,
    throw(refused(refused, "a text with half a surrogate pair")).
json_code(Code) :- Code < 0x10000, !, json_escape(Code).
json_code(Code) :-
    High is 0xD800 + ((Code - 0x10000) >> 10),
    Low is 0xDC00 + ((Code - 0x10000) /\ 0x3FF),
    json_escape(High),
    json_escape(Low).

json_escape(Code) :- format('\\u~|~`0t~16r~4+', [Code]).

put_char_code(Code) :- char_code(Char, Code), put_char(Char).

%!  json_term(+Term, +Depth): tokens in prefix order, joined by commas; nested at most Depth deep.
%
%   Variables are numbered by their attribute syllogos_number.

json_term(T, _) :- get_attr(T, syllogos_number, N), !, format('"v", ~d', [N]).
json_term(T, _) :- integer(T), !, format('"n", "~d"', [T]).
json_term(T, _) :- float(T), !, format('"f", "~w"', [T]).
json_term(T, _) :- rational(T, P, Q), !, format('"n", "~d/~d"', [P, Q]).
json_term(T, _) :- string(T), !, write('"s", '), json_text(T).
json_term([], _) :- !, write('"l", 0').
json_term(T, _) :- atom(T), !, write('"a", '), json_text(T).
json_term(_, 0) :- !, throw(error(resource_error(term_depth), _)).
json_term(T, Depth) :- is_list(T), !,
    length(T, N),
    format('"l", ~d', [N]),
    json_terms(T, Depth).
json_term(T, Depth) :- compound(T), !,
    compound_name_arguments(T, Name, Args),
    length(Args, N),
    write('"c", '), json_text(Name), format(', ~d', [N]),
    json_terms(Args, Depth).
json_term(T, _) :- format(atom(A), '~q', [T]), write('"a", '), json_text(A).

json_terms(Terms, Depth) :-
    Less is Depth - 1,
    forall(member(T, Terms), ( write(', '), json_term(T, Less) )).
