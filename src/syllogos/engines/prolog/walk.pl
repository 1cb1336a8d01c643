/*  From goals that nobody trusts to goals that may run.

    A goal is one of the program's own predicates, or listed in syllogos_allowed, or refused by
    name.  Where it is known only at run time (a variable, a closure), the walk puts
    syllogos_runtime:run in its place, which walks it when it is known.  So nothing runs unwalked.
    What is neither known nor forbidden is looked up when it is called: a program may have asserted
    it by then.  So nothing reaches Prolog under a name that was not looked at.
*/
:- module(syllogos_walk, [goal/2, closure/3]).
:- use_module(allowed).
:- use_module(arithmetic).
:- use_module(registry).
:- use_module(library(lists), [member/2, append/3]).

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
goal(_^A0, A) :- !, goal(A0, A).
goal(_:_, _) :- !, throw(problem(refused, "a goal in another module")).
goal('$tame'(Template), syllogos_arithmetic:tame(Template)) :- !.
goal(Goal0, Goal) :-
    callable(Goal0), \+ Goal0 = [_|_], \+ is_dict(Goal0), \+ nullary(Goal0), !,
    functor(Goal0, Name, Arity),
    known_goal(Name, Arity, Goal0, Goal).
goal(Goal, _) :- throw(problem(refused, type(goal, Goal))).

known_goal(Name, Arity, Goal0, Goal) :- called_as(Name, Arity, Stored), !, renamed(Goal0, Name, Stored, Goal).
known_goal(Name, Arity, Goal0, syllogos_runtime:Goal) :- wrapped(Name, Arity, Wrapper), !,
    wrap(Goal0, Wrapper, Goal).
known_goal(_, 2, Goal0, Goal) :- inlined(Goal0, Goal), !.
known_goal(Name, Arity, Goal, syllogos_runtime:constrained(Goal)) :- plain(Name, Arity, clpfd), !,
    provide(clpfd),
    (   risky(Goal) -> throw(problem(refused, "a shift, a clock or chance in a constraint")) ; true ).
known_goal(Name, Arity, Goal, syllogos_runtime:drawn(Goal)) :- plain(Name, Arity, random), !.
known_goal(Name, Arity, Goal, syllogos_runtime:tamed(Goal)) :- evaluates(Name, Arity), !.
known_goal(sort, 4, sort(Key, Order, List, Sorted), syllogos_runtime:sort_(Key, Order, List, Sorted)) :-
    \+ small(Key), !.
known_goal(aggregate_all, 3, aggregate_all(Template0, Goal0, Result), Goal) :- summed(Template0, Template, V, E), !,
    goal(aggregate_all(Template, ( Goal0, V is E ), Result), Goal).
known_goal(Name, Arity, Goal0, Goal) :- totals(Name, Arity, Goal0, Goal1), !, known_meta(Name, Arity, Goal1, Goal).
known_goal(Name, Arity, Goal, Goal) :- plain(Name, Arity, Library), !, provide(Library).
known_goal(bagof, 3, bagof(T, G, L), syllogos_runtime:bagof_(T, G, L)) :- unknown_under(G), !.
known_goal(setof, 3, setof(T, G, L), syllogos_runtime:setof_(T, G, L)) :- unknown_under(G), !.
known_goal(Name, Arity, Goal0, Goal) :- meta(Name, Arity, _, _), !, known_meta(Name, Arity, Goal0, Goal).
known_goal(>>, Arity, Goal0, Goal) :- Arity >= 2, !,
    provide(yall),
    Goal0 =.. [_, Params, Body|Extra],
    length(Extra, N),
    closure(Params >> Body, N, Closure),
    Goal =.. [call, Closure|Extra].
known_goal(Name, Arity, _, _) :- ( forbidden(Name, Arity) ; special(Name, _) ), !,
    throw(problem(refused, call(Name/Arity))).
known_goal(_, _, Goal, syllogos_runtime:asserted(Goal)).

known_meta(Name, Arity, Goal0, Goal) :-
    meta(Name, Arity, Library, Spec),
    provide(Library),
    Goal0 =.. [_|Args0],
    Spec =.. [_|Kinds],
    arguments(Kinds, Args0, Args),
    Goal =.. [Name|Args].

%   Prolog evaluates E of sum(E), max(E) and the like itself, unchecked.
summed(Template0, Template, V, E) :- compound(Template0),
    Template0 =.. [Name, E|Witness],
    memberchk(Name, [sum, max, min]),
    risky(E),
    Template =.. [Name, V|Witness].

small(Key) :- integer(Key), Key < 1_000_000.

%   What E turns out to be when the goal has run is looked at after each solution.
totals(aggregate_all, 3, aggregate_all(T, G0, R), aggregate_all(T, G, R)) :- evaluated(T), looked_at(G0, T, G).
totals(aggregate_all, 4, aggregate_all(T, D, G0, R), aggregate_all(T, D, G, R)) :- evaluated(T), looked_at(G0, T, G).
totals(aggregate, 3, aggregate(T, G0, R), aggregate(T, G, R)) :- evaluated(T), looked_at(G0, T, G).
totals(aggregate, 4, aggregate(T, D, G0, R), aggregate(T, D, G, R)) :- evaluated(T), looked_at(G0, T, G).

evaluated(Template) :- var(Template), !.
evaluated(Template) :- compound(Template), \+ Template = bag(_), \+ Template = set(_).

looked_at(Goal0, Template, Goal) :- nonvar(Goal0), Goal0 = V^Goal1, !, Goal = V^Goal2, looked_at(Goal1, Template, Goal2).
looked_at(Goal, Template, ( Goal, '$tame'(Template) )).

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
closure(Params >> Body, N, Closure) :- !,
    provide(yall),
    (   nonvar(Params), Params = _/List -> true ; List = Params ),
    (   is_list(List)
    ->  length(List, Taken),
        Extra is max(0, N - Taken),
        ( Extra =:= 0 -> goal(Body, Walked) ; closure(Body, Extra, Walked) ),
        Closure = (Params >> Walked)
    ;   Closure = syllogos_runtime:run(Params >> Body)  % how many arguments go to Body is not known yet
    ).
closure(Closure0, N, Closure) :-
    callable(Closure0), \+ Closure0 = _:_, \+ nullary(Closure0), !,
    length(Extra, N),
    Closure0 =.. [Name|Args],
    append(Args, Extra, All),
    Goal0 =.. [Name|All],
    ( checked(Goal0, Goal) -> true ; goal(Goal0, Goal) ),
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
