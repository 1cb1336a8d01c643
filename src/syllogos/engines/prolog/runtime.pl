/*  What runs in place of built-ins that need a check when they run.

    Goals that arrive here as arguments of catch_, with_output_to_ are walked already; those
    of run are not.
*/
:- module(syllogos_runtime,
          [ inside/1 ]).
:- use_module(allowed).
:- use_module(arithmetic).
:- use_module(reader).
:- use_module(registry).
:- use_module(report).
:- use_module(walk).
:- use_module(library(lists), [member/2, append/3, sum_list/2, max_list/2, min_list/2]).
:- use_module(library(error)).

most_output(100_000).

		 /*  Unknown goals */

%   The program's module comes and goes, so no clause of ours may be compiled to call into it:
%   its name is a value.
inside(program).

run(Goal0) :- walk(Goal0, Goal), inside(M), call(M:Goal).
run(F, A) :- closed(F, 1, G), inside(M), call(M:G, A).
run(F, A, B) :- closed(F, 2, G), inside(M), call(M:G, A, B).
run(F, A, B, C) :- closed(F, 3, G), inside(M), call(M:G, A, B, C).
run(F, A, B, C, D) :- closed(F, 4, G), inside(M), call(M:G, A, B, C, D).
run(F, A, B, C, D, E) :- closed(F, 5, G), inside(M), call(M:G, A, B, C, D, E).
run(F, A, B, C, D, E, H) :- closed(F, 6, G), inside(M), call(M:G, A, B, C, D, E, H).
run(F, A, B, C, D, E, H, I) :- closed(F, 7, G), inside(M), call(M:G, A, B, C, D, E, H, I).

walk(Goal, _) :- var(Goal), !, instantiation_error(Goal).
walk(Goal0, Goal) :- body(Goal0, Goal).

body(Goal0, Goal) :- catch(goal(Goal0, Goal), problem(Kind, What), throw(refused(Kind, What))).

closed(F, _, _) :- var(F), !, instantiation_error(F).
closed(F, N, G) :-
    catch(closure(F, N, G0), problem(Kind, What), throw(refused(Kind, What))),
    (   G0 = syllogos_runtime:run(Same), Same == F
    ->  ( F = (_ >> _) -> type_error(lambda_parameters, F) ; true ),
        F =.. [Name|Args],
        length(Extra, N),
        append(Args, Extra, All),
        Goal =.. [Name|All],
        G = syllogos_runtime:later(Extra, Goal)
    ;   G = G0
    ).

%   A closure whose added arguments are themselves goals, such as call or findall(X).
later(Extra, Goal, A) :- copied(Extra, Goal, [A]).
later(Extra, Goal, A, B) :- copied(Extra, Goal, [A, B]).
later(Extra, Goal, A, B, C) :- copied(Extra, Goal, [A, B, C]).
later(Extra, Goal, A, B, C, D) :- copied(Extra, Goal, [A, B, C, D]).
later(Extra, Goal, A, B, C, D, E) :- copied(Extra, Goal, [A, B, C, D, E]).
later(Extra, Goal, A, B, C, D, E, H) :- copied(Extra, Goal, [A, B, C, D, E, H]).
later(Extra, Goal, A, B, C, D, E, H, I) :- copied(Extra, Goal, [A, B, C, D, E, H, I]).

copied(Extra0, Goal0, Args) :-
    Goal0 =.. [Name|All0],
    append(Own, Extra0, All0),
    append(Own, Args, All),
    Goal =.. [Name|All],
    run(Goal).

%   The program's operators too, in an order that does not depend on where Prolog keeps their names.
current_op_(Priority, Type, Name) :-
    inside(M),
    findall(op(Priority, Type, Name), current_op(Priority, Type, M:Name), Ops0),
    sort(Ops0, Ops),
    member(op(Priority, Type, Name), Ops).

%!  asserted(+Goal): what was nobody's when it was walked; the program may have asserted it since.

asserted(Goal0) :-
    functor(Goal0, Name, Arity),
    inside(M),
    (   owned(Name, Arity, _, Stored) -> renamed(Goal0, Name, Stored, Goal), call(M:Goal)
    ;   existence_error(procedure, M:Name/Arity)
    ).

%!  drawn(+Goal), tamed(+Goal), constrained(+Goal): listed goals that need a look when they run.

drawn(Goal) :- seeded, tamed(Goal).

tamed(Goal) :- ( \+ acyclic_term(Goal) -> type_error(acyclic_term, Goal) ; risky(Goal) -> refused(Goal) ; called(Goal) ).

constrained(Goal) :-
    catch(provide(clpfd), problem(Kind, What), throw(refused(Kind, What))),
    (   \+ acyclic_term(Goal) -> type_error(acyclic_term, Goal) ; risky(Goal) -> refused(Goal) ; called(Goal) ).

called(Goal) :- functor(Goal, Name, Arity), plain(Name, Arity, _), inside(M), call(M:Goal).

refused(Goal) :- functor(Goal, Name, Arity), throw(refused(refused, evaluation(Name/Arity))).

sort_(Key, Order, List, Sorted) :-
    (   integer(Key), Key > 1_000_000 -> domain_error(argument_number, Key) ; sort(Key, Order, List, Sorted) ).

bagof_(Template, Goal0, List) :- under(Goal0, Goal), inside(M), bagof(Template, M:Goal, List).
setof_(Template, Goal0, List) :- under(Goal0, Goal), inside(M), setof(Template, M:Goal, List).

under(Goal, _) :- var(Goal), !, instantiation_error(Goal).
under(V^Goal0, V^Goal) :- !, under(Goal0, Goal).
under(Goal0, Goal) :- walk(Goal0, Goal).

phrase_(Body, List) :- phrase_(Body, List, []).
phrase_(Body, _, _) :- var(Body), !, instantiation_error(Body).
phrase_(Body, List, Rest) :-
    dcg_translate_rule((phrase --> Body), (phrase(From, To) :- Goal0)),
    walk(Goal0, Goal),
    From = List,
    To = Rest,
    inside(M),
    call(M:Goal).

		 /*  Exceptions: a program cannot catch, nor fake, what stops it */

catch_(Goal, Ball, Recovery) :-
    inside(M),
    catch(call(M:Goal), Caught, recover(Caught, Ball, Recovery)).

recover(Caught, _, _) :- final(Caught), !, throw(Caught).
recover(Caught, Ball, Recovery) :- Caught = Ball, !, inside(M), call(M:Recovery).
recover(Caught, _, _) :- throw(Caught).

final(Ball) :- var(Ball), !, fail.
final(inference_limit_exceeded).
final(inference_limit_exceeded(_)).
final('$aborted').
final(unwind(_)).
final(time_limit_exceeded).
final(time_limit_exceeded(_)).
final(refused(_, _)).
final(error(Formal, _)) :- nonvar(Formal), Formal = resource_error(_).

throw_(Ball) :- final(Ball), !, permission_error(throw, exception, Ball).
throw_(Ball) :- throw(Ball).

		 /*  The program's own dynamic predicates */

assert_(Clause) :- assertz_(Clause).
assertz_(Clause0) :- changed(Clause0, Clause), assertz(program:Clause).
asserta_(Clause0) :- changed(Clause0, Clause), asserta(program:Clause).
retract_(Clause) :- var(Clause), !, instantiation_error(Clause).
retract_((Head0 :- Body)) :- !,
    own_head(Head0, Head),
    clause(program:Head, Walked, Reference),
    original(Walked, Body),
    \+ clause_property(Reference, erased),
    erase(Reference).
retract_(Head0) :- own_head(Head0, Head), retract(program:Head).
retractall_(Head0) :- own_head(Head0, Head), retractall(program:Head).

changed(Clause, _) :- var(Clause), !, instantiation_error(Clause).
changed((Head0 :- Body0), (Head :- Body)) :- !, own_head(Head0, Head), body(Body0, Body).
changed(Head0, Head) :- own_head(Head0, Head).

own_head(Head, _) :- var(Head), !, instantiation_error(Head).
own_head(_:_, _) :- !, throw(refused(refused, "a clause for another module")).
own_head(Head0, Head) :- callable(Head0), \+ nullary(Head0), !,
    functor(Head0, Name, Arity),
    (   may_change(Name, Arity) -> true ; throw(refused(refused, change(Name/Arity))) ),
    owned(Name, Arity, _, Stored),
    Head0 =.. [_|Args],
    Head =.. [Stored|Args].
own_head(Head, _) :- type_error(callable, Head).

clause_(Head, _) :- var(Head), !, instantiation_error(Head).
clause_(Head0, Body) :-
    callable(Head0),
    functor(Head0, Name, Arity),
    (   owned(Name, Arity, _, Stored) -> true ; throw(refused(refused, call(clause/2))) ),
    Head0 =.. [_|Args],
    Head =.. [Stored|Args],
    clause(program:Head, Walked),
    original(Walked, Body).

current_predicate_(Spec) :- nonvar(Spec), Spec \= _/_, !, throw(refused(refused, call(current_predicate/1))).
current_predicate_(Name/Arity) :-
    owned(Name, Arity, _, Stored),
    functor(Head, Stored, Arity),
    \+ \+ clause(program:Head, _).

		 /*  Global variables live in the program's own name space */

nb_setval_(Key0, Value) :- key(Key0, Key), nb_setval(Key, Value).
b_setval_(Key0, Value) :- key(Key0, Key), b_setval(Key, Value).
nb_getval_(Key0, Value) :- key(Key0, Key), known_key(Key0, Key), nb_getval(Key, Value).
b_getval_(Key0, Value) :- key(Key0, Key), known_key(Key0, Key), b_getval(Key, Value).

key(Key0, Key) :- atom(Key0), !, atom_concat('own ', Key0, Key).
key(Key0, _) :- type_error(atom, Key0).

known_key(_, Key) :- nb_current(Key, _), !.
known_key(Key, _) :- existence_error(variable, Key).

		 /*  Sums over lists evaluate each element */

sum_list_(List, Sum) :- safe_list(List, Safe), sum_list(Safe, Sum).
sumlist_(List, Sum) :- sum_list_(List, Sum).
max_list_(List, Max) :- safe_list(List, Safe), max_list(Safe, Max).
min_list_(List, Min) :- safe_list(List, Safe), min_list(Safe, Min).

		 /*  Output: to a text, after a look at its size */

write_(T) :- put(T, shown(T, [numbervars(true)])).
print_(T) :- put(T, shown(T, [quoted(true), numbervars(true), portray(true)])).
writeln_(T) :- put(T, ( shown(T, [numbervars(true)]), nl )).
writeq_(T) :- put(T, shown(T, [quoted(true), numbervars(true)])).
write_canonical_(T) :- put(T, write_canonical(T)).
write_term_(T, Options) :- put(T-Options, ( harmless(Options), shown(T, Options) )).
nl_ :- put(-, nl).
tab_(N0) :- safe(N0, N1), N is N1, put(-, ( between(0, 1000, N) -> tab(N) ; domain_error(small_number, N) )).
put_char_(C) :- put(C, put_char(C)).
write_(S, T) :- sink(S), write_(T).
print_(S, T) :- sink(S), print_(T).
writeln_(S, T) :- sink(S), writeln_(T).
writeq_(S, T) :- sink(S), writeq_(T).
write_canonical_(S, T) :- sink(S), write_canonical_(T).
write_term_(S, T, Options) :- sink(S), write_term_(T, Options).
put_char_(S, C) :- sink(S), put_char_(C).
tab_(S, N) :- sink(S), tab_(N).
nl_(S) :- sink(S), nl_.
portray_clause_(T) :- put(T, ( shown(T, [quoted(true), numbervars(true)]), write('.\n') )).
flush_output_.
flush_output_(S) :- sink(S).
format_(F) :- format_(F, []).
format_(F, A0) :- put(F-A0, ( formats(F, A0), lettered(A0, A), format(F, A) )).
format_(S, F, A0) :- nonvar(S), into(S), !, size(F-A0, _), formats(F, A0), lettered(A0, A), format(S, F, A).
format_(S, F, A) :- sink(S), format_(F, A).
with_output_to_(S, Goal) :- nonvar(S), into(S), !, inside(M), with_output_to(S, M:Goal).
with_output_to_(S, _) :- sink(S), domain_error(output_sink, S).

into(atom(_)). into(string(_)). into(codes(_)). into(codes(_, _)). into(chars(_)). into(chars(_, _)).

sink(S) :- nonvar(S), memberchk(S, [user_error, user_output, current_output]), !.
sink(S) :- var(S), !, instantiation_error(S).
sink(S) :- throw(refused(refused, stream(S))).

:- meta_predicate put(?, 0).

put(Term, Goal) :-
    size(Term, _),
    call(Goal), !,
    character_count(current_output, Count),
    most_output(Most),
    (   Count =< Most -> true ; throw(error(resource_error(output), _)) ).

%   Prolog prints a variable by its place in memory, which what ran before may move.
shown(Term, Options) :-
    term_variables(Term, Variables),
    called_by_number(Variables, 1, Names),
    write_term(Term, [variable_names(Names)|Options]).

called_by_number([], _, []).
called_by_number([V|Vs], N, [Name=V|Names]) :-
    atom_concat('_', N, Name),
    Next is N + 1,
    called_by_number(Vs, Next, Names).

lettered(Term, Term) :- ground(Term), !.
lettered(Term0, Term) :-
    copy_term_nat(Term0, Term),
    term_variables(Term, Variables),
    called_by_number(Variables, 1, Names),
    bound(Names).

bound([]).
bound([Name='$VAR'(Name)|Names]) :- bound(Names).

harmless(Options) :-
    is_list(Options),
    forall(member(Option, Options),
           ( memberchk(Option, [quoted(_), ignore_ops(_), numbervars(_), max_depth(_), spacing(_)])
           ->  true ;   throw(refused(refused, option(Option))) )).

formats(Format, Args0) :-
    text_to_string(Format, Text),
    ( is_list(Args0) -> Args = Args0 ; Args = [Args0] ),
    string_codes(Text, Codes),
    (   directives(Codes, 0, Width, Traits) -> true
    ;   throw(refused(refused, "a format directive that calls or moves"))
    ),
    most_output(Most),
    (   Width =< Most -> true ; throw(error(resource_error(output), _)) ),
    (   memberchk(star, Traits), member(N, Args), integer(N), abs(N) > 1000 -> domain_error(small_number, N) ; true ),
    (   memberchk(number, Traits), member(Arg, Args), risky(Arg) -> type_error(number, Arg) ; true ).

%   directives(+Codes, +Width0, -Width, -Traits): Width is what all numeric arguments may add.
directives([], Width, Width, []).
directives([0'~|Codes0], Width0, Width, Traits) :- !,
    argument(Codes0, [Code|Codes], N, Traits, Traits1),
    memberchk(Code, `wpqaDdsefgGEncrRNiI|+t~`),
    ( memberchk(Code, `DdefgGE`) -> Traits1 = [number|Traits2] ; Traits1 = Traits2 ),
    Width1 is Width0 + N,
    directives(Codes, Width1, Width, Traits2).
directives([_|Codes], Width0, Width, Traits) :- directives(Codes, Width0, Width, Traits).

argument([0'*|Codes], Codes, 1000, [star|Traits], Traits) :- !.
argument([0'`, _|Codes], Codes, 0, Traits, Traits) :- !.
argument(Codes0, Codes, N, Traits, Traits) :- number(Codes0, Codes, 0, N), N =< 1000.

number([Code|Codes0], Codes, N0, N) :- code_type(Code, digit(D)), !, N1 is N0*10 + D, number(Codes0, Codes, N1, N).
number(Codes, Codes, N, N).

term_to_atom_(Term, Atom) :- nonvar(Term), !, quoted(Term, Text), atom_string(Atom, Text).
term_to_atom_(Term, Atom) :- parsed(Atom, Term).
term_string_(Text, Term) :- nonvar(Text), !, text_to_string(Text, _), parsed(Text, Term).
term_string_(Text, Term) :- quoted(Term, Text).

quoted(Term, Text) :- size(Term, _), with_output_to(string(Text), shown(Term, [quoted(true), numbervars(true)])).

%   Where a syntax error was found is a stream, whose name is an address.
parsed(Text, Term) :-
    catch(read_goal(Text, program, string, Term, _), error(Formal, _), throw(error(Formal, _))).
