/*  From a text that nobody trusts to clauses in the program's module. */
:- module(syllogos_load, [load_text/5, store_all/2]).
:- use_module(allowed).
:- use_module(reader).
:- use_module(registry).
:- use_module(walk).
:- use_module(library(lists), [member/2]).

%!  load_text(+Source, +Layer, +Text, -Clauses, -Problems) is det.
%
%   Reads the text and obeys its directives.  Layer is host or program.  Clauses, for
%   store_all/2, are clause(Source, Place, Clause); Problems are
%   problem(Source, Kind, Start-End, Message), every one of the text's.

load_text(Source, Layer, Text, Clauses, Problems) :-
    setup_call_cleanup(
        open_text(Text, Stream, Braces),
        read_all(Stream, Braces, Source, Layer, Clauses, Problems),
        close(Stream)).

read_all(Stream, Braces, Source, Layer, Clauses, Problems) :-
    quotes(Quotes),
    next_term(Stream, Braces, program, Quotes, Term, Place),
    (   Term == end_of_file, at_end_of_stream(Stream)
    ->  Clauses = [],
        Problems = []
    ;   catch(take(Term, Layer, Kept), problem(Kind, What), true),
        (   nonvar(Kind)
        ->  Problems = [problem(Source, Kind, Place, What)|MoreProblems],
            MoreClauses = Clauses
        ;   Problems = MoreProblems,
            (   Kept = clause(Clause)
            ->  Clauses = [clause(Source, Place, Clause)|MoreClauses]
            ;   MoreClauses = Clauses
            )
        ),
        read_all(Stream, Braces, Source, Layer, MoreClauses, MoreProblems)
    ).

%   take(+Term, +Layer, -Kept): Kept is clause(Clause), or obeyed for a directive.
take(Term, _, _) :- var(Term), !, throw(problem(refused, "a variable is no clause")).
take(end_of_file, _, _) :- !, throw(problem(refused, "end_of_file hides what follows")).
take(syntax_error(Why), _, _) :- !, throw(problem(syntax, Why)).
take((:- Directive), Layer, obeyed) :- !, directive(Directive, Layer).
take((?- _), _, _) :- !, throw(problem(refused, "a query is no clause")).
take((Head --> Body), Layer, Kept) :- !,
    catch(dcg_translate_rule((Head --> Body), Clause), error(Why, _), throw(problem(refused, Why))),
    take(Clause, Layer, Kept).
take(Clause, Layer, clause(Clause)) :-
    head(Clause, Head),
    declare(Head, Layer, fixed).

head(Clause, _) :- var(Clause), !, throw(problem(refused, "a variable is no clause")).
head((Head :- _), Found) :- !, plain_head(Head, Found).
head((Left => _), Found) :- !, ( nonvar(Left), Left = (Head, _) -> true ; Head = Left ), plain_head(Head, Found).
head(Head, Found) :- plain_head(Head, Found).

plain_head(Head, _) :- var(Head), !, throw(problem(refused, "a clause needs a head")).
plain_head(_:_, _) :- !, throw(problem(refused, "a clause for another module")).
plain_head(Head, Head) :- callable(Head), \+ nullary(Head), !.
plain_head(Head, _) :- throw(problem(refused, type(head, Head))).

		 /*  Directives */

directive(Goal, _) :- var(Goal), !, throw(problem(refused, "a variable is no directive")).
directive((A, B), Layer) :- !, directive(A, Layer), directive(B, Layer).
directive(dynamic(Specs), Layer) :- !, declare_all(Specs, Layer, open).
directive(discontiguous(Specs), Layer) :- !, declare_all(Specs, Layer, fixed).
directive(multifile(Specs), Layer) :- !, declare_all(Specs, Layer, fixed).
directive(style_check(_), _) :- !.
directive(set_prolog_flag(Flag, Value), _) :- Flag == double_quotes, memberchk(Value, [codes, chars, atom, string]), !,
    set_quotes(Value).
directive(use_module(Name), _) :- !, use_library(Name).
directive(use_module(Name, Imports), _) :- !, own_names(Imports), use_library(Name).
directive(ensure_loaded(Name), _) :- !, use_library(Name).
directive(op(Priority, Type, Names), _) :- !, operators(Names, Priority, Type).
directive(Goal, _) :- callable(Goal), !, functor(Goal, Name, Arity), throw(problem(refused, directive(Name/Arity))).
directive(Goal, _) :- throw(problem(refused, type(directive, Goal))).

declare_all(Specs, _, _) :- var(Specs), !, throw(problem(refused, "a variable is no predicate")).
declare_all([], _, _) :- !.
declare_all([A|B], Layer, Kind) :- !, declare_all(A, Layer, Kind), declare_all(B, Layer, Kind).
declare_all((A, B), Layer, Kind) :- !, declare_all(A, Layer, Kind), declare_all(B, Layer, Kind).
declare_all(Name/Arity, Layer, Kind) :- atom(Name), integer(Arity), between(0, 64, Arity), !,
    declare_spec(Layer, Name, Arity, Kind).
declare_all(Name//Arity0, Layer, Kind) :- atom(Name), integer(Arity0), between(0, 62, Arity0), !,
    Arity is Arity0 + 2,
    declare_spec(Layer, Name, Arity, Kind).
declare_all(Spec, _, _) :- throw(problem(refused, type(predicate, Spec))).

%   To declare a host predicate changes nothing, and is common: it does no harm.
declare_spec(program, Name, Arity, _) :- owned(Name, Arity, host, _), !.
declare_spec(Layer, Name, Arity, Kind) :-
    declare(Layer, Name, Arity, Kind),
    owned(Name, Arity, _, Stored),
    functor(Head, Stored, Arity),
    assertz(program:(Head :- fail), Reference),  % makes it dynamic, and needs no part of the compiler
    erase(Reference).

use_library(library(Name)) :- ground(Name), library(Name), !,
    provide(Name),
    (   Name == clpfd -> clp_operators ; true ).
use_library(Name) :- throw(problem(refused, library(Name))).

%   What a library exports is there anyway, and gives way to the program's own predicates.
own_names(Imports) :-
    is_list(Imports),
    member(Import, Imports),
    nonvar(Import),
    Import = (PI as Name), !,
    throw(problem(refused, import(PI, Name))).
own_names(Imports) :- nonvar(Imports), Imports = except(Names), !, own_names(Names).
own_names(_).

clp_operators :-
    forall(operator_of(clpfd, P, T, N), op(P, T, program:N)).

operators(Names, _, _) :- var(Names), !, throw(problem(refused, "a variable is no operator")).
operators([], _, _) :- !.
operators([A|B], Priority, Type) :- !, operators(A, Priority, Type), operators(B, Priority, Type).
operators(Name, Priority, Type) :-
    atom(Name), \+ core_operator(Name),
    catch(op(Priority, Type, program:Name), error(_, _), fail), !.
operators(Name, _, _) :- throw(problem(refused, operator(Name))).

core_operator(Name) :-
    memberchk(Name, [',', '|', (:-), (?-), (-->), (=>), (?=>), (->), (*->), ;, (\+), :, '[]', '{}', '.', '$']).

		 /*  Storing */

%!  store_all(+Clauses, -Problems) is det.  Every clause is walked and stored.

store_all([], []).
store_all([clause(Source, Place, Clause)|Clauses], Problems) :-
    (   catch(store(Clause, Place), problem(Kind, What), true)
    ->  true
    ;   Kind = refused, What = "the clause cannot be stored"
    ),
    ( var(Kind) -> Problems = More ; Problems = [problem(Source, Kind, Place, What)|More] ),
    store_all(Clauses, More).

store(Clause, Start-End) :-
    most_nested(Depth),
    (   ( End - Start < Depth ; shallow(Clause, Depth) )  % a short text cannot be deep
    ->  true
    ;   throw(problem(limit, "a clause is nested too deep"))
    ),
    walked(Clause, Walked),
    assertz(program:Walked).

most_nested(1000).

walked((Head0 :- Body0), (Head :- Body)) :- !, stored(Head0, Head), goal(Body0, Body).
walked((Left => Body0), Walked) :- !,
    goal(Body0, Body),
    (   nonvar(Left), Left = (Head0, Guard0)
    ->  goal(Guard0, Guard), stored(Head0, Head), Walked = ?=>(Head, (Guard, !, Body))
    ;   stored(Left, Head), Walked = (Head => Body)
    ).
walked(Head0, (Head :- true)) :- stored(Head0, Head).  % never bare: Prolog takes some terms for rules

%   shallow(+Term, +Depth): right-nested conjunctions and lists count once.
shallow(Term, _) :- \+ compound(Term), !.
shallow(Term, Depth) :-
    Depth > 0,
    Less is Depth - 1,
    compound_name_arity(Term, _, Arity),
    shallow_args(1, Arity, Term, Less, Depth).

shallow_args(N, Arity, Term, _, Depth) :- N =:= Arity, !, arg(N, Term, Last), shallow_last(Last, Depth).
shallow_args(N, Arity, Term, Less, Depth) :- N < Arity, !,
    arg(N, Term, Arg),
    shallow(Arg, Less),
    Next is N + 1,
    shallow_args(Next, Arity, Term, Less, Depth).
shallow_args(_, _, _, _, _).

shallow_last(Last, Depth) :- compound(Last), compound_name_arity(Last, Name, 2), memberchk(Name, ['[|]', ',', ;]), !,
    shallow(Last, Depth).
shallow_last(Last, Depth) :- Less is Depth - 1, shallow(Last, Less).
