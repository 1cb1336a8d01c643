/*  Arithmetic that nobody trusts: shifts are bounded, clocks are refused, chance is seeded.

    SWI-Prolog 9.0 takes the count of a shift modulo 2^32: 1 << (1 << 32) would be 1.  Where all
    variables turn out to be numbers an expression is evaluated as it stands, which costs nothing;
    any other is looked through first.
*/
:- module(syllogos_arithmetic, [checked/2, inlined/2, original/2, risky/1, safe/2, safe_list/2, tame/1]).
:- use_module(registry).

most_shift(10_000_000).

shift(<<).
shift(>>).

clock(cputime).
clock(realtime).

chance(random, 1).
chance(random_float, 0).

%!  checked(?Goal, ?Checked): what takes the place of a goal that evaluates its arguments.

checked(A is B, syllogos_arithmetic:is_(A, B)).
checked(A =:= B, syllogos_arithmetic:equal_(A, B)).
checked(A =\= B, syllogos_arithmetic:unequal_(A, B)).
checked(A < B, syllogos_arithmetic:less_(A, B)).
checked(A > B, syllogos_arithmetic:greater_(A, B)).
checked(A =< B, syllogos_arithmetic:most_(A, B)).
checked(A >= B, syllogos_arithmetic:least_(A, B)).

is_(A, B0) :- safe(B0, B), A is B.
equal_(A0, B0) :- safe(A0, A), safe(B0, B), A =:= B.
unequal_(A0, B0) :- safe(A0, A), safe(B0, B), A =\= B.
less_(A0, B0) :- safe(A0, A), safe(B0, B), A < B.
greater_(A0, B0) :- safe(A0, A), safe(B0, B), A > B.
most_(A0, B0) :- safe(A0, A), safe(B0, B), A =< B.
least_(A0, B0) :- safe(A0, A), safe(B0, B), A >= B.

%!  inlined(+Goal0, -Goal) is semidet.  For a goal that evaluates: the same, checked where need be.

inlined(Goal0, Goal) :-
    checked(Goal0, Checked), !,
    ( Goal0 = (_ is Evaluated) -> true ; Evaluated = Goal0 ),
    (   risky(Evaluated)
    ->  Goal = Checked
    ;   term_variables(Evaluated, Variables),
        guarded(Variables, Goal0, Checked, Goal)
    ).

guarded([], Goal, _, Goal).
guarded([V|Vs], Goal, Checked, ( Test -> Goal ; Checked )) :- tests(Vs, V, Test).

tests([], V, number(V)).
tests([W|Ws], V, (number(V), Rest)) :- tests(Ws, W, Rest).

%!  original(+Body, -Original): the body as the program wrote its arithmetic.

original(Body, Original) :- var(Body), !, Original = Body.
original(( _ -> Goal ; Checked0 ), Original) :- nonvar(Checked0), checked(Goal0, Checked0), Goal0 == Goal, !,
    Original = Goal.
original(syllogos_runtime:Wrapped, Original) :- wrapper(Wrapped, Goal), !, Original = Goal.
original(Checked, Original) :- Checked = _:_, checked(Goal, Checked), !, Original = Goal.
original(\+ A0, Original) :- !, Original = (\+ A), original(A0, A).
original(Body, Original) :- control(Body, Name, A0, B0), !,
    original(A0, A),
    original(B0, B),
    Original =.. [Name, A, B].
original(Body, Body).

wrapper(asserted(Goal), Goal).
wrapper(drawn(Goal), Goal).
wrapper(tamed(Goal), Goal).
wrapper(constrained(Goal), Goal).

control((A, B), ',', A, B).
control((A ; B), ;, A, B).
control((A -> B), ->, A, B).
control((A *-> B), *->, A, B).

%!  risky(+Term) is semidet.  A shift, a clock or chance is in it.

risky(Term) :- atom(Term), !, ( clock(Term) -> true ; chance(Term, 0) ).
risky(Term) :- compound(Term), compound_name_arity(Term, Name, Arity),
    (   Arity =:= 2, shift(Name) -> true ; chance(Name, Arity) -> true ; arg(_, Term, Arg), risky(Arg) -> true ).

%!  tame(?Template) is det.  For what a library evaluates by itself: throws where safe/2 would.

tame(Template) :- number(Template), !.
tame(Template) :- acyclic_term(Template), risky(Template), !, safe(Template, _).
tame(_).

%!  safe(+Expression, -Safe): of the same value, with the counts of its shifts in bounds.

safe(Term0, Term) :- compound(Term0), !,
    (   acyclic_term(Term0) -> true ; throw(error(type_error(expression, Term0), _)) ),
    safe_compound(Term0, Term).
safe(Term, Term) :-
    (   \+ atom(Term) -> true
    ;   clock(Term) -> throw(refused(refused, call(Term/0)))
    ;   chance(Term, 0) -> seeded
    ;   true
    ).

safe_compound(Term0, Term) :-
    compound_name_arguments(Term0, Name, Args0),
    safe_arguments(Args0, Args1),
    ( Args1 = [_], chance(Name, 1) -> seeded ; true ),
    (   Args1 = [A, B0], shift(Name) -> count(B0, B), Args = [A, B] ; Args = Args1 ),
    compound_name_arguments(Term, Name, Args).

safe_arguments([], []).
safe_arguments([Arg0|Args0], [Arg|Args]) :-
    ( compound(Arg0) -> safe_compound(Arg0, Arg) ; safe(Arg0, Arg) ),
    safe_arguments(Args0, Args).

count(Term, Count) :-
    Count is Term,
    most_shift(Most),
    (   integer(Count), abs(Count) > Most -> throw(error(resource_error(shift), _)) ; true ).

%!  safe_list(?Expressions, -Safe): the same for each element, up to an open or wrong end.

safe_list(List, Safe) :- nonvar(List), List = [Term0|Rest0], !,
    Safe = [Term|Rest],
    safe(Term0, Term),
    safe_list(Rest0, Rest).
safe_list(End, End).
