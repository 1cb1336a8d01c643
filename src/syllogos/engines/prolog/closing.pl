/*  Closing the worker up: what it cannot do it cannot be made to do.

    Of Prolog a worker keeps what its own clauses and the listed predicates can reach.  All else,
    such as what opens files, starts processes, sets flags or loads code, is taken out of the
    process before the first request, and what stays is locked.  So the walk of goals is not all
    that stands between a program and the machine.
*/
:- module(syllogos_closing, [close_up/0, note_needed/0, signature/1, unchanged/1]).
:- use_module(allowed).
:- use_module(library(lists), [member/2, append/3]).

:- dynamic
    needed/3,                   % needed(Module, Name, Arity): it stays
    link/4,                     % link(Module, Owner, Name, Arity): a clause of Module calls what is Owner's
    entered/1,                  % entered(Module): what stays may call into it, whether or not anything is there
    others_unchanged/0.         % what signature/1 makes

ours(Module) :- current_module(Module), sub_atom(Module, 0, _, _, syllogos_), Module \== syllogos_state.

%!  close_up is det.  Takes out what is not needed, and the means to undo that.

close_up :-
    findall(PI, superfluous(PI), PIs),
    findall(M:H, ( ours(M), local(M, H) ), Heads),
    last_means(Means),
    set_prolog_flag(access_level, system),
    abolish(system:print_message/2),
    assertz(system:print_message(_, _)),         % that a link goes to what is not exported
    forall(link(M, Owner, Name, Arity), M:import(Owner:Name/Arity)),
    retract(system:print_message(_, _)),
    assertz((system:print_message(Kind, Message) :- syllogos_closing:told(Kind, Message))),
    remove(PIs),
    lock(Heads),
    unlock(Means),
    set_prolog_flag(access_level, user),
    remove(Means).

%   The engine calls print_message/2; its own needs half of the system.
told(Kind, Message) :- ( member(Kind, [error, warning]) -> format(user_error, "~q~n", [Message]) ; true ).

%   Without failing and trying again: soon there is less of Prolog to do it with.
remove([]).
remove([PI|PIs]) :- abolish(PI), remove(PIs).

lock([]).
lock([Head|Heads]) :- '$set_predicate_attribute'(Head, system, true), lock(Heads).

unlock([]).
unlock([M:N/A|PIs]) :- functor(H, N, A), '$set_predicate_attribute'(M:H, system, false), unlock(PIs).

last_means([system:'$set_predicate_attribute'/3, system:set_prolog_flag/2, system:abolish/1]).

superfluous(Module:Name/Arity) :-
    last_means(Means),
    current_module(Module),
    Module \== syllogos_state,
    local(Module, Head),
    functor(Head, Name, Arity),
    \+ needed(Module, Name, Arity),
    \+ memberchk(Module:Name/Arity, [system:print_message/2|Means]).

%   As predicate_property/2 has it, which also goes through all that a module inherits.
local(Module, Head) :-
    '$c_current_predicate'(_, Module:Head),
    '$get_predicate_attribute'(Module:Head, defined, 1),
    \+ '$get_predicate_attribute'(Module:Head, imported, _),
    \+ '$get_predicate_attribute'(Module:Head, thread_local, 1).

		 /*  What a saved state holds */

%!  leave_out is det.
%
%   Of libraries a saved state holds only what is needed, so that it is small and soon read.  What it holds
%   is closed up at its start all the same: nothing is taken for absent.

leave_out :-
    current_prolog_flag(access_level, Level),
    set_prolog_flag(access_level, system),
    forall(( superfluous(Module:Name/Arity), of_a_library(Module) ),
           '$set_predicate_attribute'(Module:Name/Arity, volatile, true)),
    forall(( clause(system:'$init_goal'(When, _, File:_), true, Reference), When \= when(_), \+ of_the_system(File) ),
           erase(Reference)),
    set_prolog_flag(access_level, Level).

%   A start goes through the system's own modules, and through qsave for what it restores.
of_a_library(Module) :- \+ ours(Module), Module \== qsave, \+ module_property(Module, class(system)).

of_the_system(File) :- module_property(Module, file(File)), module_property(Module, class(system)).

:- initialization(leave_out, prepare_state).

		 /*  What is needed */

%!  note_needed is det.  What the worker, the run-time checks and the listed predicates reach.

note_needed :-
    retractall(needed(_, _, _)),
    retractall(link(_, _, _, _)),
    retractall(entered(_)),
    forall(root(Root), need(Root)),
    forall(entry(Module), ( entered(Module) -> true ; assertz(entered(Module)) )),
    forall(( needed(M, Name, Arity), functor(H, Name, Arity), called_from(M:H, In, Owner:Callee), Owner \== In ),
           note_link(In, Owner, Callee)).

%   Prolog finds what a module calls at the first call, and counts that as an inference.  It is found before
%   the first request, so that the steps of a goal are the same in every worker.
note_link(Module, Owner, Callee) :-
    functor(Callee, Name, Arity),
    ( link(Module, Owner, Name, Arity) -> true ; assertz(link(Module, Owner, Name, Arity)) ).

called_from(M:H, In, Found) :-
    called(M:H, In:Callee),
    defined(In:Callee, Found),
    \+ Found = _:print_message(_, _).   % it is replaced

called(M:H, Callee) :-
    \+ predicate_property(M:H, foreign),
    nth_clause(M:H, _, Reference),
    clause(_, Body, Reference),
    calls(Body, M, Callee).

%   The engine and what has no module of its own look into these.
entry(user).
entry(system).
entry(prolog).
entry(Module) :- needed(Module, _, _).
entry(Module) :- needed(M, Name, Arity), functor(H, Name, Arity), called(M:H, Module:_).

root(syllogos_worker:serve).
root(syllogos_closing:Head) :- member(Head, [told(_, _), remove(_), lock(_), unlock(_)]).
root(Module:Head) :- member(Module, [syllogos_runtime, syllogos_arithmetic]), local(Module, Head).
root(Root) :- listed(Root).
root(Module:Head) :-            % what the engine calls for the constraints of libraries
    member(Head, [attr_unify_hook(_, _), exception(_, _, _)]),
    current_module(Module),
    local(Module, Head).
root(system:Head) :- engine(Name, Arity), functor(Head, Name, Arity), predicate_property(system:Head, defined).

listed(Predicate) :-
    ( plain(Name, Arity, _) ; meta(Name, Arity, _, _) ; Name = (>>), between(2, 9, Arity) ),
    functor(Head, Name, Arity),
    defined(syllogos_base:Head, Predicate).

%   What listed predicates would reach only to load code, to look for files and to talk to a person.
aside(Module:_) :- member(Module, ['$autoload', '$messages', '$qlf', '$tabling', '$toplevel']).
aside(_:print_message(_, _)).
aside('$syspreds':predicate_property(_, _)).
aside(system:load_files(_, _)).
aside(system:'$run_at_halt').

need(M:H) :-
    functor(H, Name, Arity),
    (   needed(M, Name, Arity) -> true
    ;   assertz(needed(M, Name, Arity)),
        functor(General, Name, Arity),
        forall(reaches(M:General, Other), need(Other))
    ).

%   A clause reaches what it calls, and what it hands on by name to be called within its module.
reaches(M:H, Other) :-
    \+ predicate_property(M:H, foreign),
    \+ aside(M:H),
    nth_clause(M:H, _, Reference),
    clause(_, Body, Reference),
    (   calls(Body, M, Callee), defined(Callee, Other)
    ;   M \== system,
        mentioned(Body, Name),
        current_predicate(Name, M:Head),
        defined(M:Head, Other), Other = M:_
    ).

%   calls(+Body, +Module, -Callee): a goal in Body, or in an argument that is called.
calls(Goal, _, _) :- var(Goal), !, fail.
calls(M:Goal, _, Callee) :- !, atom(M), calls(Goal, M, Callee).
calls(Goal, M, M:Goal) :- callable(Goal).
calls(Goal, M, Callee) :-
    compound(Goal),
    predicate_property(M:Goal, meta_predicate(Spec)),
    arg(N, Spec, Kind),
    arg(N, Goal, Arg),
    more_arguments(Kind, More),
    extended(Arg, More, Called),
    calls(Called, M, Callee).

more_arguments(Kind, Kind) :- integer(Kind).
more_arguments(^, 0).
more_arguments(//, 2).

extended(Arg, _, _) :- var(Arg), !, fail.
extended(M:Arg, More, M:Called) :- !, extended(Arg, More, Called).
extended(_^Arg, More, Called) :- !, extended(Arg, More, Called).
extended(Arg, More, Called) :- callable(Arg), Arg =.. Known, length(Extra, More), append(Known, Extra, All), Called =.. All.

mentioned(Term, Name) :- callable(Term), functor(Term, Name, _).
mentioned(Term, Name) :- compound(Term), arg(_, Term, Arg), mentioned(Arg, Name).

defined(M:H, D:H) :- callable(H),
    (   predicate_property(M:H, imported_from(D)) -> true
    ;   predicate_property(M:H, defined) -> D = M
    ).

%   What the engine itself calls, and the control that it compiles.
engine(',', 2). engine(;, 2). engine('|', 2). engine(->, 2). engine(*->, 2). engine(\+, 1). engine(!, 0).
engine(:, 2). engine(@, 2). engine(halt, 1).
engine('$run_at_halt', 0). engine('$no_lco', 0). engine('$wakeup', 1). engine('$attvar_assign', 2).

		 /*  Whether anything has changed */

%!  signature(-Signature) is det.  The state of every module but the program's and its facts.
%
%   A module that holds nothing and that nothing calls into is as good as one that is not there.  The state is kept as the body of one clause, which is the fastest way through it and nothing for a collection to
%   look at, and Signature is the state of the clause's own module.

signature(Signature) :-
    findall('$module_property'(Module, last_modified_generation(Generation)),
            ( current_module(Module), \+ memberchk(Module, [program, syllogos_state, syllogos_closing]),
              ( entered(Module) -> true ; local(Module, _) -> true ),
              '$module_property'(Module, last_modified_generation(Generation)) ),
            States),
    conjunction(States, Body),
    assertz((others_unchanged :- Body)),
    '$module_property'(syllogos_closing, last_modified_generation(Signature)).

conjunction([State], State) :- !.
conjunction([State|States], (State, Rest)) :- conjunction(States, Rest).

%!  unchanged(+Signature) is semidet.  No clause of those modules has come or gone since.

unchanged(Signature) :-
    '$module_property'(syllogos_closing, last_modified_generation(Signature)),
    others_unchanged.
