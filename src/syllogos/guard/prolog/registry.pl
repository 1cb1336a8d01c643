/*  Whose predicate is it?  What the program under way owns, and what it may use. */
:- module(syllogos_registry,
          [ start/1, finish/0, declare/3, declare/4, may_change/2, own/4, stored/2, renamed/4, nullary/1,
            control/2, forbidden/2, provide/1, uses_constraints/0, set_running/1, remember/1, quotes/1, set_quotes/1,
            keep_library/1, load_kept/1 ]).
:- use_module(allowed).
:- use_module(library(lists), [member/2]).

:- dynamic
    own/4,                  % own(Name, Arity, Kind, Stored): host, fixed, or open (to assert and retract)
    extendable/2,           % extendable(Name, Arity): of the host, and yet the program may add clauses
    quotes/1,               % quotes(Type): what "..." reads as
    variable/1,             % variable(Key): a global variable that was set
    uses_constraints/0,
    running/0,              % the program runs; else it is being loaded
    kept/4, kept_clause/3,  % of trusted libraries
    loaded/1.               % loaded(Library): its listed predicates are in the base module

%   The program's module sees only this base, and behind it the built-ins.
base(syllogos_base).

%!  start(+Extendable) is det.  An empty program.

start(Extendable) :-
    finish,
    base(Base),
    set_module(program:base(Base)),
    set_module(program:class(temporary)),
    assertz(quotes(string)),
    forall(member(Name/Arity, Extendable), assertz(extendable(Name, Arity))).

%!  finish is det.  Nothing of the program is left: clauses, operators, imports.

finish :-
    retractall(own(_, _, _, _)),
    retractall(extendable(_, _)),
    retractall(quotes(_)),
    retractall(uses_constraints),
    set_running(false),
    forall(retract(variable(Key)), nb_delete(Key)),
    (   current_module(program)
    ->  ( module_property(program, class(temporary)) -> true ; set_module(program:class(temporary)) ),
        '$destroy_module'(program)
    ;   true
    ).

%!  set_quotes(+Type) is det.

set_quotes(Type) :-
    retractall(quotes(_)),
    assertz(quotes(Type)).

%!  declare(+Head, +Layer, +Kind) is det.  From now on Head is one of the program's own.

declare(Head, Layer, Kind) :-
    functor(Head, Name, Arity),
    declare(Layer, Name, Arity, Kind).

declare(program, Name, Arity, _) :- own(Name, Arity, host, _), !,
    (   extendable(Name, Arity) -> true ; throw(problem(refused, protected(Name/Arity))) ).
declare(_, Name, Arity, Kind) :- own(Name, Arity, Known, Stored), !,
    (   Kind == open, Known == fixed
    ->  retract(own(Name, Arity, Known, Stored)), assertz(own(Name, Arity, open, Stored))
    ;   true
    ).
declare(Layer, Name, Arity, Kind) :-
    (   untouchable(Name, Arity) -> throw(problem(refused, builtin(Name/Arity))) ; true ),
    stored_name(Name, Arity, Stored),
    (   Layer == host -> Known = host ; Known = Kind ),
    assertz(own(Name, Arity, Known, Stored)).

%   f() is no goal and no head: it would print and resolve like f.
nullary(Term) :- compound(Term), compound_name_arity(Term, _, 0).

untouchable(Name, _) :- sub_atom(Name, 0, _, _, 'own '), !.
untouchable(Name, Arity) :- hook(Name, Arity), !.
untouchable(Name, Arity) :- control(Name, Arity), !.
untouchable(Name, Arity) :-
    functor(Head, Name, Arity),
    '$get_predicate_attribute'(system:Head, iso, 1).

control(',', 2). control(;, 2). control('|', 2). control(->, 2). control(*->, 2). control(\+, 1).
control(!, 0). control(:, 2). control((:-), 1). control((:-), 2). control((?-), 1). control((-->), 2).
control((=>), 2). control([], 0). control('[|]', 2). control({}, 1). control(^, 2). control('.', 2).

%   A name that Prolog uses itself is stored under another one, so that it can never resolve
%   to Prolog's own.
stored_name(Name, Arity, Stored) :-
    functor(Head, Name, Arity),
    (   built_in(Head) -> atom_concat('own ', Name, Stored) ; Stored = Name ).

built_in(Head) :- '$get_predicate_attribute'(system:Head, defined, 1).

%!  remember(+Key) is det.  The global variable goes when the program goes.

remember(Key) :- variable(Key), !.
remember(Key) :- assertz(variable(Key)).

%!  may_change(+Name, +Arity) is semidet.  For assert and retract: dynamic, or nobody's yet.

may_change(Name, Arity) :- own(Name, Arity, open, _), !.
may_change(Name, Arity) :-
    \+ own(Name, Arity, _, _),
    \+ known(Name, Arity),
    catch(declare(program, Name, Arity, open), problem(_, _), fail).

known(Name, Arity) :- plain(Name, Arity, _), !.
known(Name, Arity) :- meta(Name, Arity, _, _), !.
known(Name, Arity) :- wrapped(Name, Arity, _), !.
known(Name, Arity) :- forbidden(Name, Arity).

forbidden(Name, Arity) :- functor(Head, Name, Arity), built_in(Head), !.
forbidden(Name, Arity) :- '$in_library'(Name, Arity, _).

%!  stored(+Head0, -Head) is det.  A head under the name that its predicate is stored by.

stored(Head0, Head) :-
    functor(Head0, Name, Arity),
    own(Name, Arity, _, Stored),
    renamed(Head0, Name, Stored, Head).

renamed(Term, Name, Name, Renamed) :- !, Renamed = Term.
renamed(Term, _, Name, Renamed) :- Term =.. [_|Args], Renamed =.. [Name|Args].

		 /*  Libraries */

%!  provide(+Library) is det.  Its listed predicates, and no others, are in the base module.
%
%   All but large libraries are there from the start.  These are loaded while a program is
%   loaded, never while it runs: a limit that struck then would leave half a library behind.

provide(system) :- !.
provide(freeze) :- !, ( uses_constraints -> true ; assertz(uses_constraints) ).
provide(Library) :-
    (   memberchk(Library, [clpfd, dif, when]), \+ uses_constraints -> assertz(uses_constraints) ; true ),
    (   loaded(Library) -> true
    ;   running -> throw(problem(refused, unloaded(Library)))
    ;   load_library(Library)
    ).

%!  set_running(+Bool) is det.  Whether the program runs, or is being loaded.

set_running(true) :- ( running -> true ; assertz(running) ).
set_running(false) :- retractall(running).

load_library(Library) :-
    base(Base),
    use_module(library(Library), []),
    absolute_file_name(library(Library), File, [file_type(prolog), access(read)]),
    module_property(Module, file(File)),
    module_property(Module, exports(Exports)),
    forall(( listed(Library, PI), memberchk(PI, Exports) ), Base:import(Module:PI)),
    assertz(loaded(Library)).

large(clpfd).

listed(Library, Name/Arity) :- plain(Name, Arity, Library).
listed(Library, Name/Arity) :- meta(Name, Arity, Library, _).
listed(yall, (>>)/Arity) :- between(2, 9, Arity).

%!  keep_library(+Name) is det.  What is loaded now can be loaded again, fast, by load_kept/1.

keep_library(Name) :-
    forall(( own(Functor, Arity, _, Stored), functor(Head, Stored, Arity), clause(program:Head, Body) ),
           assertz(kept_clause(Name, Head, Body))),
    forall(own(Functor, Arity, _, Stored), assertz(kept(Name, Functor, Arity, Stored))).

load_kept(Name) :-
    forall(kept(Name, Functor, Arity, Stored), assertz(own(Functor, Arity, host, Stored))),
    forall(kept_clause(Name, Head, Body), assertz(program:(Head :- Body))).

:- initialization(( base(Base), set_module(Base:base(system)),
                    forall(( library(Library), \+ large(Library), \+ loaded(Library) ),
                           load_library(Library)) ), now).
