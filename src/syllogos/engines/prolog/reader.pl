/*  Terms out of a text that nobody trusts.  Reading runs nothing and changes nothing. */
:- module(syllogos_reader, [open_text/3, next_term/6, read_goal/5]).

%!  open_text(+Text, -Stream, -Braces)
%
%   Braces says, yes or no, whether one is in Text: without any there is no dict to look for.

open_text(Text, Stream, Braces) :-
    open_string(Text, Stream),
    ( sub_string(Text, _, 1, _, "{") -> Braces = yes ; Braces = no ).

%!  next_term(+Stream, +Braces, +Module, +Quotes, -Term, -Place)
%
%   The next clause, end_of_file, or syntax_error(Message).  Operators are those of Module.
%   Place is Start-End in characters.  After an error the next call goes on behind it.

next_term(Stream, Braces, Module, Quotes, Term, Start-End) :-
    character_count(Stream, From),
    catch(safe_read(Stream, Braces, Module, Quotes, Read, _, Place), error(syntax_error(Why), At), true),
    (   var(Why)
    ->  Term = Read,
        (   nonvar(Place) -> stream_position_data(char_count, Place, Start) ; Start = From ),
        character_count(Stream, End)
    ;   Term = syntax_error(Why),
        Start = From,
        error_place(At, From, End)
    ).

error_place(Context, From, At) :- nonvar(Context), Context = stream(_, _, _, At), At >= From, !.
error_place(_, From, From).

safe_read(Stream, Braces, Module, Quotes, Term, Names, Place) :-
    read_term(Stream, Term,
              [ module(Module), variable_names(Names), term_position(Place),
                double_quotes(Quotes), back_quotes(codes), quasi_quotations(Quasi),
                dotlists(false), cycles(false), syntax_errors(error), var_prefix(false) ]),
    (   Quasi == []
    ->  true
    ;   throw(error(syntax_error(quasi_quotation_refused), _))
    ),
    (   ( Braces == no ; undicted(Term) ) -> true ; throw(error(syntax_error(dicts_are_not_supported), _)) ).

%   A dict orders its keys by where Prolog keeps their names, which what ran before decides.
undicted(Term) :- \+ compound(Term), !.
undicted(Term) :-
    \+ is_dict(Term),
    compound_name_arity(Term, _, Arity),
    undicted(0, Arity, Term).

undicted(Arity, Arity, _) :- !.
undicted(I0, Arity, Term) :-
    I is I0 + 1,
    arg(I, Term, Arg),
    (   I =:= Arity -> undicted(Arg) ; undicted(Arg), undicted(I, Arity, Term) ).

%!  read_goal(+Text, +Module, +Quotes, -Goal, -Names)
%
%   The only term of Text, with or without a full stop.  Throws a syntax error otherwise.

read_goal(Text0, Module, Quotes, Goal, Names) :-
    split_string(Text0, "", " \t\r\n", [Text1]),
    (   string_concat("?-", Text2, Text1) -> true ; Text2 = Text1 ),
    (   sub_string(Text2, _, 1, 0, ".") -> Text = Text2 ; string_concat(Text2, "\n .", Text) ),
    setup_call_cleanup(
        open_text(Text, Stream, Braces),
        ( safe_read(Stream, Braces, Module, Quotes, Goal, Names, _),
          safe_read(Stream, Braces, Module, Quotes, Rest, _, _) ),
        close(Stream)),
    (   Goal == end_of_file -> throw(error(syntax_error(no_goal), _)) ; true ),
    (   Rest == end_of_file -> true ; throw(error(syntax_error(more_than_one_goal), _)) ).
