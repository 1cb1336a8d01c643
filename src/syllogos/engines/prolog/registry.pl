/*  Whose predicate is it?  What the program under way owns, and what it may use. */
:- module(syllogos_registry,
          [ start/2, finish/0, declare/3, declare/4, may_change/2, owned/4, called_as/3, set_layer/1, stored/2, renamed/4, nullary/1,
            special/2, forbidden/2, provide/1, set_running/1, quotes/1, set_quotes/1, seeded/0, operator_of/4,
            keep_library/1, load_kept/1 ]).
:- use_module(allowed).
:- use_module(state).
:- use_module(library(lists), [member/2]).

:- dynamic
    kept/4, kept_clause/3,  % of trusted libraries
    in_library/2,           % in_library(Name, Arity): a library of SWI-Prolog exports it
    operator_of/4.          % operator_of(Library, Priority, Type, Name)

%   The program's module sees only this base, and behind it the built-ins.
base(syllogos_base).

%!  start(+Extendable, +Seed) is det.  An empty program.

start(Extendable, Seed) :-
    finish,
    base(Base),
    set_module(program:base(Base)),
    set_module(program:class(temporary)),
    assertz(syllogos_state:seed(Seed)),
    forall(member(Name/Arity, Extendable), assertz(syllogos_state:extendable(Name, Arity))).

%!  finish is det.  Nothing of the program is left: clauses, operators, imports.

finish :-
    (   \+ own_key(_) -> true ; findall(Key, own_key(Key), Keys), forall(member(Key, Keys), nb_delete(Key)) ),
    forget(own(_, _, _, _)),
    forget(extendable(_, _)),
    forget(quotes(_)),
    forget(named(_)),
    forget(drawn),
    forget(seed(_)),
    forget(answer(_, _)),
    set_layer(program),
    set_running(false),
    (   current_module(program)
    ->  ( module_property(program, class(temporary)) -> true ; set_module(program:class(temporary)) ),
        '$destroy_module'(program)
    ;   true
    ).

own_key(Key) :- nb_current(Key, _), sub_atom(Key, 0, _, _, 'own ').

forget(Fact) :- \+ syllogos_state:Fact, !.     % cheaper than to retract nothing
forget(Fact) :- retractall(syllogos_state:Fact).

quotes(Type) :- ( syllogos_state:quotes(Known) -> Type = Known ; Type = string ).

%!  set_quotes(+Type) is det.

set_quotes(Type) :-
    forget(quotes(_)),
    assertz(syllogos_state:quotes(Type)).

%!  seeded is det.  Chance is seeded at the first draw: to seed costs more than a small query.

seeded :- syllogos_state:drawn, !.
seeded :- assertz(syllogos_state:drawn), syllogos_state:seed(Seed), set_random(seed(Seed)).

%!  owned(?Name, ?Arity, ?Kind, ?Stored) is nondet.  A predicate of the program or its host.

owned(Name, Arity, Kind, Stored) :- syllogos_state:own(Name, Arity, Kind, Stored).

%!  called_as(+Name, +Arity, -Stored) is semidet.  A goal of that name calls what is stored so.
%
%   The host's clauses call a library's predicate also where the program has one of the same name.

called_as(Name, Arity, Stored) :-
    owned(Name, Arity, Kind, Stored),
    \+ ( syllogos_state:walks_host, Kind \== host, listed(Name, Arity) ).

%!  set_layer(+Layer) is det.  Whose clauses are walked: host or program.

set_layer(host) :- assertz(syllogos_state:walks_host).
set_layer(program) :- forget(walks_host).

%!  declare(+Head, +Layer, +Kind) is det.  From now on Head is one of the program's own.

declare(Head, Layer, Kind) :-
    functor(Head, Name, Arity),
    declare(Layer, Name, Arity, Kind).

declare(program, Name, Arity, _) :- owned(Name, Arity, host, _), !,
    (   syllogos_state:extendable(Name, Arity) -> true ; throw(problem(refused, protected(Name/Arity))) ).
declare(_, Name, Arity, Kind) :- owned(Name, Arity, Known, Stored), !,
    (   Kind == open, Known == fixed
    ->  retract(syllogos_state:own(Name, Arity, Known, Stored)),
        assertz(syllogos_state:own(Name, Arity, open, Stored))
    ;   true
    ).
declare(Layer, Name, Arity, Kind) :-
    (   untouchable(Name, Arity) -> throw(problem(refused, builtin(Name/Arity))) ; true ),
    stored_name(Name, Arity, Stored),
    (   Layer == host -> Known = host ; Known = Kind ),
    assertz(syllogos_state:own(Name, Arity, Known, Stored)).

%   f() is no goal and no head: it would print and resolve like f.
nullary(Term) :- compound(Term), compound_name_arity(Term, _, 0).

untouchable(Name, _) :- sub_atom(Name, 0, _, _, 'own '), !.
untouchable(Name, _) :- sub_atom(Name, 0, _, _, $), !.
untouchable(Name, Arity) :- hook(Name, Arity), !.
untouchable(Name, Arity) :- special(Name, Arity), !.
untouchable(Name, Arity) :-
    functor(Head, Name, Arity),
    '$get_predicate_attribute'(system:Head, iso, 1).

%!  special(+Name, +Arity) is semidet.  Prolog reads it as a clause, a directive or control.

special(',', 2). special(;, 2). special('|', 2). special(->, 2). special(*->, 2). special(\+, 1).
special(!, 0). special(:, 2). special((:-), 1). special((:-), 2). special((?-), 1). special((-->), 2).
special((=>), 2). special((?=>), 2). special([], 0). special('[|]', 2). special({}, 1). special(^, 2).
special('.', 2).

%   A name that Prolog or a library uses is stored under another one, so that it can never resolve
%   to theirs, nor what the host and our libraries call to the program's.
stored_name(Name, Arity, Stored) :-
    functor(Head, Name, Arity),
    (   ( built_in(Head) ; listed(Name, Arity) ) -> atom_concat('own ', Name, Stored) ; Stored = Name ).

built_in(Head) :- '$get_predicate_attribute'(system:Head, defined, 1), !.
built_in(Head) :- functor(Head, Name, Arity), was_built_in(Name, Arity).

:- dynamic was_built_in/2.

%!  may_change(+Name, +Arity) is semidet.  For assert and retract: dynamic, or nobody's yet.

may_change(Name, Arity) :- owned(Name, Arity, open, _), !.
may_change(Name, Arity) :-
    \+ owned(Name, Arity, _, _),
    \+ known(Name, Arity),
    catch(declare(program, Name, Arity, open), problem(_, _), fail).

known(Name, Arity) :- listed(Name, Arity), !.
known(Name, Arity) :- forbidden(Name, Arity).

listed(Name, Arity) :- plain(Name, Arity, _), !.
listed(Name, Arity) :- meta(Name, Arity, _, _), !.
listed(Name, Arity) :- wrapped(Name, Arity, _), !.
listed(>>, _).

forbidden(Name, Arity) :- functor(Head, Name, Arity), built_in(Head), !.
forbidden(Name, Arity) :- in_library(Name, Arity), !.

%!  stored(+Head0, -Head) is det.  A head under the name that its predicate is stored by.

stored(Head0, Head) :-
    functor(Head0, Name, Arity),
    owned(Name, Arity, _, Stored),
    renamed(Head0, Name, Stored, Head).

renamed(Term, Name, Name, Renamed) :- !, Renamed = Term.
renamed(Term, _, Name, Renamed) :- Term =.. [_|Args], Renamed =.. [Name|Args].

		 /*  Libraries */

%!  provide(+Library) is det.  A goal of the library may be called.
%
%   All are in the worker from its start, so that what one program asks for changes nothing
%   for the next.  A program that runs may not use one of the large ones that its text never
%   named: its operators would be missing.

provide(Library) :- \+ large(Library), !.
provide(Library) :- syllogos_state:named(Library), !.
provide(Library) :- syllogos_state:running, !, throw(problem(refused, unloaded(Library))).
provide(Library) :- assertz(syllogos_state:named(Library)).

large(clpfd).

%!  set_running(+Bool) is det.  Whether the program runs, or is being loaded.

set_running(true) :- ( syllogos_state:running -> true ; assertz(syllogos_state:running) ).
set_running(false) :- forget(running).

load_library(Library) :-
    base(Base),
    use_module(library(Library), []),
    absolute_file_name(library(Library), File, [file_type(prolog), access(read)]),
    module_property(Module, file(File)),
    module_property(Module, exports(Exports)),
    forall(( offered(Library, PI), memberchk(PI, Exports) ), Base:import(Module:PI)),
    (   module_property(Module, exported_operators(Ops)) -> true ; Ops = [] ),
    forall(member(op(Priority, Type, Name), Ops), assertz(operator_of(Library, Priority, Type, Name))).

offered(Library, Name/Arity) :- plain(Name, Arity, Library).
offered(Library, Name/Arity) :- meta(Name, Arity, Library, _).
offered(yall, (>>)/Arity) :- between(2, 9, Arity).

%!  keep_library(+Name) is det.  What is loaded now can be loaded again, fast, by load_kept/1.

keep_library(Name) :-
    forall(( owned(Functor, Arity, _, Stored), functor(Head, Stored, Arity), clause(program:Head, Body) ),
           assertz(kept_clause(Name, Head, Body))),
    forall(owned(Functor, Arity, _, Stored), assertz(kept(Name, Functor, Arity, Stored))).

load_kept(Name) :-
    forall(kept(Name, Functor, Arity, Stored), assertz(syllogos_state:own(Functor, Arity, host, Stored))),
    forall(kept_clause(Name, Head, Body), assertz(program:(Head :- Body))).

:- base(Base), set_module(Base:base(system)).
:- forall(library(Library), load_library(Library)).
:- forall(( predicate_property(system:Head, defined), functor(Head, Name, Arity) ), assertz(was_built_in(Name, Arity))).
:- forall('$in_library'(Name, Arity, _), assertz(in_library(Name, Arity))).
