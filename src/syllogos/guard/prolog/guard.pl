/*  From clauses that nobody trusts to clauses that may run.

    Each clause is walked before it is stored.  A goal is one of the program's own
    predicates, or listed in syllogos_allowed, or refused by name.  Where a goal is known
    only at run time (a variable, a closure), the walk puts syllogos_runtime:run in its
    place, which walks the goal when it is known.  So nothing runs unwalked.
*/
:- module(syllogos_guard,
          [ start/1, finish/0, load_text/4, store_all/1, keep_library/1, load_kept/1, quotes/1, goal/2, closure/3, own/4, may_change/2,
            remember/1, nullary/1,
            uses_constraints/0 ]).
:- use_module(allowed).
:- use_module(reader).
:- use_module(library(lists), [member/2, append/3]).

:- dynamic
    own/4,          % own(Name, Arity, Kind, Stored): Kind is host, fixed or open (to assert and retract)
    extendable/2,   % extendable(Name, Arity): a host predicate that the program may add to
    taken/3,        % taken(Source, Place, Clause): read, not yet stored
    quotes/1,       % quotes(Type): what "..." reads as
    variable/1,     % variable(Key): a global variable that was set
    uses_constraints/0,
    kept/4, kept_clause/3,      % of trusted libraries
    loaded/1.       % loaded(Library): its listed predicates are in the base module

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
    retractall(taken(_, _, _)),
    retractall(quotes(_)),
    retractall(uses_constraints),
    forall(retract(variable(Key)), nb_delete(Key)),
    (   current_module(program)
    ->  ( module_property(program, class(temporary)) -> true ; set_module(program:class(temporary)) ),
        '$destroy_module'(program)
    ;   true
    ).

%!  load_text(+Source, +Layer, +Text, -Problems) is det.
%
%   Reads the text, obeys its directives and keeps its clauses.  Layer is host or program.
%   Problems are problem(Source, Kind, Start-End, Message), every one of the text's.

load_text(Source, Layer, Text, Problems) :-
    setup_call_cleanup(
        open_text(Text, Stream),
        read_all(Stream, Source, Layer, Problems),
        close(Stream)).

read_all(Stream, Source, Layer, Problems) :-
    quotes(Quotes),
    next_term(Stream, program, Quotes, Term, Place),
    (   Term == end_of_file, at_end_of_stream(Stream)
    ->  Problems = []
    ;   catch(take(Term, Source, Layer, Place), problem(Kind, What), true),
        (   var(Kind) -> Problems = Rest ; Problems = [problem(Source, Kind, Place, What)|Rest] ),
        read_all(Stream, Source, Layer, Rest)
    ).

take(Term, _, _, _) :- var(Term), !, throw(problem(refused, "a variable is no clause")).
take(end_of_file, _, _, _) :- !, throw(problem(refused, "end_of_file hides what follows")).
take(syntax_error(Why), _, _, _) :- !, throw(problem(syntax, Why)).
take((:- Directive), _, Layer, _) :- !, directive(Directive, Layer).
take((?- _), _, _, _) :- !, throw(problem(refused, "a query is no clause")).
take((Head --> Body), Source, Layer, Place) :- !,
    catch(dcg_translate_rule((Head --> Body), Clause), error(Why, _), throw(problem(refused, Why))),
    take(Clause, Source, Layer, Place).
take(Clause, Source, Layer, Place) :-
    head(Clause, Head),
    declare(Head, Layer, fixed),
    assertz(taken(Source, Place, Clause)).

head(Clause, _) :- var(Clause), !, throw(problem(refused, "a variable is no clause")).
head((Head :- _), Found) :- !, plain_head(Head, Found).
head((Left => _), Found) :- !, ( nonvar(Left), Left = (Head, _) -> true ; Head = Left ), plain_head(Head, Found).
head(Head, Found) :- plain_head(Head, Found).

plain_head(Head, _) :- var(Head), !, throw(problem(refused, "a clause needs a head")).
plain_head(_:_, _) :- !, throw(problem(refused, "a clause for another module")).
plain_head(Head, Head) :- callable(Head), \+ nullary(Head), !.
plain_head(Head, _) :- throw(problem(refused, type(head, Head))).

%   declare(+Head, +Layer, +Kind): from now on Head is one of the program's own.
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

		 /*  Directives */

directive(Goal, _) :- var(Goal), !, throw(problem(refused, "a variable is no directive")).
directive((A, B), Layer) :- !, directive(A, Layer), directive(B, Layer).
directive(dynamic(Specs), Layer) :- !, declare_all(Specs, Layer, open).
directive(discontiguous(Specs), Layer) :- !, declare_all(Specs, Layer, fixed).
directive(multifile(Specs), Layer) :- !, declare_all(Specs, Layer, fixed).
directive(style_check(_), _) :- !.
directive(set_prolog_flag(Flag, Value), _) :- Flag == double_quotes, memberchk(Value, [codes, chars, atom, string]), !,
    retractall(quotes(_)),
    assertz(quotes(Value)).
directive(use_module(Name), _) :- !, use_library(Name).
directive(use_module(Name, _), _) :- !, use_library(Name).
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
declare_spec(program, Name, Arity, _) :- own(Name, Arity, host, _), !.
declare_spec(Layer, Name, Arity, Kind) :-
    declare(Layer, Name, Arity, Kind),
    own(Name, Arity, _, Stored),
    dynamic(program:Stored/Arity).

use_library(library(Name)) :- ground(Name), library(Name), !,
    provide(Name),
    (   Name == clpfd -> clp_operators ; true ).
use_library(Name) :- throw(problem(refused, library(Name))).

clp_operators :-
    forall(( module_property(clpfd, exported_operators(Ops)), member(op(P, T, N), Ops) ), op(P, T, program:N)).

%   provide(+Library): its listed predicates, and no others, are in the base module.
provide(system) :- !.
provide(Library) :-
    (   memberchk(Library, [clpfd, dif, freeze, when]), \+ uses_constraints -> assertz(uses_constraints) ; true ),
    load_library(Library).

load_library(freeze) :- !.     % built in, and yet constraints
load_library(Library) :- loaded(Library), !.
load_library(Library) :-
    assertz(loaded(Library)),
    base(Base),
    use_module(library(Library), []),
    absolute_file_name(library(Library), File, [file_type(prolog), access(read)]),
    module_property(Module, file(File)),
    module_property(Module, exports(Exports)),
    forall(( listed(Library, PI), memberchk(PI, Exports) ), Base:import(Module:PI)).

listed(Library, Name/Arity) :- plain(Name, Arity, Library).
listed(Library, Name/Arity) :- meta(Name, Arity, Library, _).
listed(yall, (>>)/Arity) :- between(2, 9, Arity).

operators(Names, _, _) :- var(Names), !, throw(problem(refused, "a variable is no operator")).
operators([], _, _) :- !.
operators([A|B], Priority, Type) :- !, operators(A, Priority, Type), operators(B, Priority, Type).
operators(Name, Priority, Type) :-
    atom(Name), \+ core_operator(Name),
    catch(op(Priority, Type, program:Name), error(_, _), fail), !.
operators(Name, _, _) :- throw(problem(refused, operator(Name))).

core_operator(Name) :-
    memberchk(Name, [',', '|', (:-), (?-), (-->), (=>), (->), (*->), ;, (\+), :, '[]', '{}', '.', '$']).

		 /*  Storing */

%!  store_all(-Problems) is det.  Every clause that was read is walked and stored.

store_all(Problems) :-
    findall(problem(Source, Kind, Place, What),
            ( taken(Source, Place, Clause),
              catch(( store(Clause), fail ), problem(Kind, What), true) ),
            Problems).

store(Clause) :-
    (   shallow(Clause, 1000) -> true ; throw(problem(limit, "a clause is nested too deep")) ),
    walked(Clause, Walked),
    assertz(program:Walked).

walked((Head0 :- Body0), (Head :- Body)) :- !, stored(Head0, Head), goal(Body0, Body).
walked((Left => Body0), Walked) :- !,
    goal(Body0, Body),
    (   nonvar(Left), Left = (Head0, Guard0)
    ->  goal(Guard0, Guard), stored(Head0, Head), Walked = ?=>(Head, (Guard, !, Body))
    ;   stored(Left, Head), Walked = (Head => Body)
    ).
walked(Head0, Head) :- stored(Head0, Head).

stored(Head0, Head) :-
    functor(Head0, Name, Arity),
    own(Name, Arity, _, Stored),
    renamed(Head0, Name, Stored, Head).

renamed(Term, Name, Name, Renamed) :- !, Renamed = Term.
renamed(Term, _, Name, Renamed) :- Term =.. [_|Args], Renamed =.. [Name|Args].

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

		 /*  The walk */

%!  keep_library(+Name) is det.  What is loaded now can be loaded again, fast, by load_kept/1.

keep_library(Name) :-
    forall(( own(Functor, Arity, _, Stored), functor(Head, Stored, Arity), clause(program:Head, Body) ),
           assertz(kept_clause(Name, Head, Body))),
    forall(own(Functor, Arity, _, Stored), assertz(kept(Name, Functor, Arity, Stored))).

load_kept(Name) :-
    forall(kept(Name, Functor, Arity, Stored),
           assertz(own(Functor, Arity, host, Stored))),
    forall(kept_clause(Name, Head, Body), assertz(program:(Head :- Body))).

%!  goal(+Goal0, -Goal) is det.  A goal that is safe to call in the program's module.
%
%   Throws problem(refused, What) for what is not.

goal(Goal, syllogos_runtime:run(Goal)) :- var(Goal), !.
goal((A0, B0), (A, B)) :- !, goal(A0, A), goal(B0, B).
goal((A0 ; B0), (A ; B)) :- !, goal(A0, A), goal(B0, B).
goal('|'(A0, B0), (A ; B)) :- !, goal(A0, A), goal(B0, B).
goal((A0 -> B0), (A -> B)) :- !, goal(A0, A), goal(B0, B).
goal((A0 *-> B0), (A *-> B)) :- !, goal(A0, A), goal(B0, B).
goal(\+ A0, \+ A) :- !, goal(A0, A).
goal(_:_, _) :- !, throw(problem(refused, "a goal in another module")).
goal(Goal0, Goal) :-
    callable(Goal0), \+ Goal0 = [_|_], \+ is_dict(Goal0), \+ nullary(Goal0), !,
    functor(Goal0, Name, Arity),
    known_goal(Name, Arity, Goal0, Goal).
goal(Goal, _) :- throw(problem(refused, type(goal, Goal))).

known_goal(Name, Arity, Goal0, Goal) :- own(Name, Arity, _, Stored), !, renamed(Goal0, Name, Stored, Goal).
known_goal(Name, Arity, Goal0, syllogos_runtime:Goal) :- wrapped(Name, Arity, Wrapper), !,
    wrap(Goal0, Wrapper, Goal).
known_goal(Name, Arity, Goal, Goal) :- plain(Name, Arity, Library), !, provide(Library).
known_goal(bagof, 3, bagof(T, G, L), syllogos_runtime:bagof_(T, G, L)) :- unknown_under(G), !.
known_goal(setof, 3, setof(T, G, L), syllogos_runtime:setof_(T, G, L)) :- unknown_under(G), !.
known_goal(Name, Arity, Goal0, Goal) :- meta(Name, Arity, Library, Spec), !,
    provide(Library),
    Goal0 =.. [_|Args0],
    Spec =.. [_|Kinds],
    arguments(Kinds, Args0, Args),
    Goal =.. [Name|Args].
known_goal(>>, Arity, Goal0, Goal) :- Arity >= 2, !,
    provide(yall),
    Goal0 =.. [_, Params, Body|Extra],
    length(Extra, N),
    closure(Params >> Body, N, Closure),
    Goal =.. [call, Closure|Extra].
known_goal(Name, Arity, _, _) :- forbidden(Name, Arity), !, throw(problem(refused, call(Name/Arity))).
known_goal(_, _, Goal, Goal).

unknown_under(Goal) :- var(Goal), !.
unknown_under(_^Goal) :- unknown_under(Goal).

wrap(catch(G0, Ball, R0), _, catch_(G, Ball, R)) :- !, goal(G0, G), goal(R0, R).
wrap(with_output_to(Sink, G0), _, with_output_to_(Sink, G)) :- !, goal(G0, G).
wrap(Goal0, Wrapper, Goal) :- Goal0 =.. [_|Args], Goal =.. [Wrapper|Args].

arguments([], [], []).
arguments([Kind|Kinds], [Arg0|Args0], [Arg|Args]) :-
    argument(Kind, Arg0, Arg),
    arguments(Kinds, Args0, Args).

argument(?, Arg, Arg) :- !.
argument(0, Arg0, Arg) :- !, goal(Arg0, Arg).
argument(^, Arg0, Arg) :- !, quantified(Arg0, Arg).
argument(N, Arg0, Arg) :- closure(Arg0, N, Arg).

quantified(Arg0, Arg) :- nonvar(Arg0), Arg0 = V^Goal0, !, Arg = V^Goal, quantified(Goal0, Goal).
quantified(Arg0, Arg) :- goal(Arg0, Arg).

%!  closure(+Closure0, +N, -Closure) is det.  What is safe to call with N more arguments.

closure(Closure, _, syllogos_runtime:run(Closure)) :- var(Closure), !.
closure(Params >> Body0, N, Params >> Body) :- !,
    provide(yall),
    (   nonvar(Params), Params = _/List -> true ; List = Params ),
    (   is_list(List), length(List, Taken), Taken =< N -> Extra is N - Taken ; Extra = 0 ),
    (   Extra =:= 0 -> goal(Body0, Body) ; closure(Body0, Extra, Body) ).
closure(Closure0, N, Closure) :-
    callable(Closure0), \+ Closure0 = _:_, \+ nullary(Closure0), !,
    length(Extra, N),
    Closure0 =.. [Name|Args],
    append(Args, Extra, All),
    Goal0 =.. [Name|All],
    goal(Goal0, Goal),
    (   without(Goal, Extra, Known) -> Closure = Known ; Closure = syllogos_runtime:run(Closure0) ).
closure(Closure, _, _) :- throw(problem(refused, type(closure, Closure))).

%   without(+Goal, +Extra, -Closure): Goal less its last arguments, if they are Extra as it stands.
without(Module:Goal, Extra, Module:Closure) :- !, without(Goal, Extra, Closure).
without(Goal, Extra, Closure) :-
    Goal =.. [Name|All],
    append(Args, Last, All),
    Last == Extra, !,
    term_variables(Args, Vars),
    \+ ( member(V, Vars), member(E, Extra), V == E ),
    Closure =.. [Name|Args].

:- initialization(( base(Base), set_module(Base:base(system)),
                    provide(lists), provide(apply) ), now).
