/*  How large a term is, and what it says to people. */
:- module(syllogos_report, [size/2, text_of/2, shortened/2, reason/2, named/2]).

most_cells(50_000).
most_depth(5_000).
most_bits(13_287).           % 4,000 digits; hosts refuse to read numbers from 4,301 on
most_letters(300).

%!  size(+Term, -Cells) is det.
%
%   How large Term is when written, as a tree: a cell is up to 8 characters or digits.  Throws a resource error when it is larger
%   than may be written, or has no end.

size(Term, Cells) :-
    (   acyclic_term(Term) -> true ; throw(error(resource_error(cyclic_term), _)) ),
    most_depth(Depth),
    cells(Term, Depth, 0, Cells).

cells(Term, _, N0, N) :- var(Term), !, count(1, N0, N).
cells(Term, Depth, N0, N) :- compound(Term), !,
    (   Depth > 0 -> true ; throw(error(resource_error(term_depth), _)) ),
    compound_name_arity(Term, Name, Arity),
    (   Name == '[|]', Arity == 2
    ->  Term = [Head|Tail],
        Less is Depth - 1,
        cells(Head, Less, N0, N1),
        count(1, N1, N2),
        cells(Tail, Depth, N2, N)
    ;   name_cells(Name, N0, N1),
        Less is Depth - 1,
        argument_cells(0, Arity, Term, Less, N1, N)
    ).
cells(Term, _, N0, N) :- integer(Term), !,
    most_bits(Most),
    ( Term =:= 0 -> Bits = 0 ; Bits is msb(abs(Term)) ),
    (   Bits < Most -> true ; throw(error(resource_error(digits), _)) ),
    Cells is 1 + Bits // 27,
    count(Cells, N0, N).
cells(Term, _, N0, N) :- ( atom(Term) ; string(Term) ), !, name_cells(Term, N0, N).
cells(Term, _, N0, N) :- number(Term), !,
    (   float(Term) -> count(2, N0, N) ; rational(Term, P, Q), cells(P, 1, N0, N1), cells(Q, 1, N1, N) ).
cells(_, _, N0, N) :- count(1, N0, N).

argument_cells(Arity, Arity, _, _, N, N) :- !.
argument_cells(I0, Arity, Term, Depth, N0, N) :-
    I is I0 + 1,
    arg(I, Term, Arg),
    cells(Arg, Depth, N0, N1),
    argument_cells(I, Arity, Term, Depth, N1, N).

name_cells(Name, N0, N) :- atom_length(Name, Length), Cells is 1 + Length // 8, count(Cells, N0, N).

count(Cells, N0, N) :-
    N is N0 + Cells,
    most_cells(Most),
    (   N =< Most -> true ; throw(error(resource_error(term_size), _)) ).

		 /*  Words for what went wrong */

%!  shortened(+Text0, -Text) is det.

shortened(Text0, Text) :-
    most_letters(Most),
    (   string_length(Text0, Length), Length > Most
    ->  sub_string(Text0, 0, Most, _, Start),
        string_concat(Start, "...", Text)
    ;   Text = Text0
    ).

%!  text_of(+What, -Text) is det.

text_of(What, Text) :- string(What), !, Text = What.
text_of(What, Text) :- catch(size(What, _), _, fail), named(What, Named), words(Named, Text), !.
text_of(_, "a term too large to show").

words(call(PI), Text) :- format(string(Text), "~q is not allowed in a program", [PI]).
words(evaluation(PI), Text) :- format(string(Text), "~q is not allowed with a shift, a clock or chance in it", [PI]).
words(change(PI), Text) :- format(string(Text), "~q cannot be changed: it is no dynamic predicate of the program", [PI]).
words(directive(PI), Text) :- format(string(Text), "the directive ~q is not allowed", [PI]).
words(import(PI, Name), Text) :-
    format(string(Text), "the import of ~q under another name, ~q, is not supported", [PI, Name]).
words(protected(PI), Text) :- format(string(Text), "~q is given and cannot be defined again", [PI]).
words(builtin(PI), Text) :- format(string(Text), "~q is built in and cannot be defined", [PI]).
words(library(Name), Text) :- format(string(Text), "~q is not on the list of libraries", [Name]).
words(unloaded(Name), Text) :- format(string(Text), "library(~q) must be named by use_module first", [Name]).
words(operator(Name), Text) :- format(string(Text), "~q cannot be declared an operator this way", [Name]).
words(option(Name), Text) :- format(string(Text), "the option ~q is not allowed", [Name]).
words(stream(Name), Text) :- format(string(Text), "~q is no stream for programs", [Name]).
words(type(Kind, Term), Text) :- format(string(Text), "~q is no ~w", [Term, Kind]).
words(Term, Text) :- reason(error(Term, _), Text), !.
words(Why, Text) :- atom(Why), !, spaced(Why, Text).
words(Why, Text) :- compound(Why), compound_name_arguments(Why, Name, [Detail]), atomic(Detail), !,
    spaced(Name, Start),
    format(string(Text), "~w (~w)", [Start, Detail]).
words(What, Text) :- format(string(Text), "~q", [What]).

spaced(Atom, Text) :- split_string(Atom, "_", "", Parts), atomics_to_string(Parts, " ", Text).

atomics_to_string(Parts, Separator, Text) :- atomic_list_concat(Parts, Separator, Atom), atom_string(Atom, Text).

%   named(+Term, -Named): variables have names that are the same in every run.
named(Term, Named) :- copy_term_nat(Term, Named), numbervars(Named, 0, _).

%!  reason(+Ball, -Text) is semidet.  One English line for an error term.

reason(error(existence_error(procedure, PI0), _), Text) :- !, unqualified(PI0, PI),
    format(string(Text), "unknown procedure ~q", [PI]).
reason(error(existence_error(Kind, What), _), Text) :- !, format(string(Text), "~w ~q does not exist", [Kind, What]).
reason(error(type_error(Kind, What), _), Text) :- !, format(string(Text), "expected ~w, found ~q", [Kind, What]).
reason(error(domain_error(Kind, What), _), Text) :- !, format(string(Text), "~q is no ~w", [What, Kind]).
reason(error(instantiation_error, _), Text) :- !, Text = "a variable has no value where one is needed".
reason(error(uninstantiation_error(What), _), Text) :- !, format(string(Text), "~q stands where a variable is needed", [What]).
reason(error(evaluation_error(What), _), Text) :- !, format(string(Text), "arithmetic: ~w", [What]).
reason(error(permission_error(Action, Kind, What), _), Text) :- !,
    format(string(Text), "no permission to ~w ~w ~q", [Action, Kind, What]).
reason(error(representation_error(What), _), Text) :- !, format(string(Text), "cannot represent ~w", [What]).
reason(error(syntax_error(Why), _), Text) :- !, text_of(Why, Text).

unqualified(_:PI, PI) :- !.
unqualified(PI, PI).
