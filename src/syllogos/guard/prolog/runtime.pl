/*  What runs in place of built-ins that need a check when they run.

    Goals that arrive here as arguments of catch_, with_output_to_ are walked already; those
    of run are not.
*/
:- module(syllogos_runtime,
          [ size/2, text_of/2, reason/2, inside/1 ]).
:- use_module(guard).
:- use_module(library(lists), [member/2, append/3]).
:- use_module(library(error)).

most_cells(50_000).
most_depth(5_000).
most_output(100_000).
most_bits(50_000).

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
walk(Goal0, Goal) :- catch(goal(Goal0, Goal), problem(Kind, What), throw(refused(Kind, What))).

closed(F, _, _) :- var(F), !, instantiation_error(F).
closed(F, N, G) :-
    catch(closure(F, N, G0), problem(Kind, What), throw(refused(Kind, What))),
    (   G0 = syllogos_runtime:run(Same), Same == F
    ->  F =.. [Name|Args],
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

bagof_(Template, Goal0, List) :- under(Goal0, Goal), inside(M), bagof(Template, M:Goal, List).
setof_(Template, Goal0, List) :- under(Goal0, Goal), inside(M), setof(Template, M:Goal, List).

under(Goal, _) :- var(Goal), !, instantiation_error(Goal).
under(V^Goal0, V^Goal) :- !, under(Goal0, Goal).
under(Goal0, Goal) :- walk(Goal0, Goal).

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
final(error(resource_error(_), _)).

throw_(Ball) :- final(Ball), !, permission_error(throw, exception, Ball).
throw_(Ball) :- throw(Ball).

		 /*  The program's own dynamic predicates */

assert_(Clause) :- assertz_(Clause).
assertz_(Clause0) :- changed(Clause0, Clause), assertz(program:Clause).
asserta_(Clause0) :- changed(Clause0, Clause), asserta(program:Clause).
retract_(Clause0) :- pattern(Clause0, Clause), retract(program:Clause).
retractall_(Head0) :- own_head(Head0, Head), retractall(program:Head).

changed(Clause, _) :- var(Clause), !, instantiation_error(Clause).
changed((Head0 :- Body0), (Head :- Body)) :- !, own_head(Head0, Head), walk(Body0, Body).
changed(Head0, Head) :- own_head(Head0, Head).

pattern(Clause, _) :- var(Clause), !, instantiation_error(Clause).
pattern((Head0 :- Body), (Head :- Body)) :- !, own_head(Head0, Head).
pattern(Head0, Head) :- own_head(Head0, Head).

own_head(Head, _) :- var(Head), !, instantiation_error(Head).
own_head(_:_, _) :- !, throw(refused(refused, "a clause for another module")).
own_head(Head0, Head) :- callable(Head0), \+ nullary(Head0), !,
    functor(Head0, Name, Arity),
    (   may_change(Name, Arity) -> true ; throw(refused(refused, change(Name/Arity))) ),
    own(Name, Arity, _, Stored),
    Head0 =.. [_|Args],
    Head =.. [Stored|Args].
own_head(Head, _) :- type_error(callable, Head).

clause_(Head, _) :- var(Head), !, instantiation_error(Head).
clause_(Head0, Body) :-
    callable(Head0),
    functor(Head0, Name, Arity),
    (   own(Name, Arity, _, Stored) -> true ; throw(refused(refused, call(clause/2))) ),
    Head0 =.. [_|Args],
    Head =.. [Stored|Args],
    clause(program:Head, Body).

current_predicate_(Spec) :- nonvar(Spec), Spec \= _/_, !, throw(refused(refused, call(current_predicate/1))).
current_predicate_(Name/Arity) :-
    own(Name, Arity, _, Stored),
    functor(Head, Stored, Arity),
    \+ \+ clause(program:Head, _).

		 /*  Global variables live in the program's own name space */

nb_setval_(Key0, Value) :- key(Key0, Key), remember(Key), nb_setval(Key, Value).
b_setval_(Key0, Value) :- key(Key0, Key), remember(Key), b_setval(Key, Value).
nb_getval_(Key0, Value) :- key(Key0, Key), known_key(Key0, Key), nb_getval(Key, Value).
b_getval_(Key0, Value) :- key(Key0, Key), known_key(Key0, Key), b_getval(Key, Value).

key(Key0, Key) :- atom(Key0), !, atom_concat('own ', Key0, Key).
key(Key0, _) :- type_error(atom, Key0).

known_key(_, Key) :- nb_current(Key, _), !.
known_key(Key, _) :- existence_error(variable, Key).

		 /*  Output: to a text, after a look at its size */

write_(T) :- put(T, write(T)).
print_(T) :- put(T, writeq(T)).
writeln_(T) :- put(T, writeln(T)).
writeq_(T) :- put(T, writeq(T)).
write_canonical_(T) :- put(T, write_canonical(T)).
write_term_(T, Options) :- put(T-Options, ( harmless(Options), write_term(T, Options) )).
nl_ :- put(-, nl).
tab_(N0) :- N is N0, put(-, ( between(0, 1000, N) -> tab(N) ; domain_error(small_number, N) )).
put_char_(C) :- put(C, put_char(C)).
write_(S, T) :- sink(S), write_(T).
print_(S, T) :- sink(S), print_(T).
writeln_(S, T) :- sink(S), writeln_(T).
writeq_(S, T) :- sink(S), writeq_(T).
nl_(S) :- sink(S), nl_.
format_(F) :- format_(F, []).
format_(F, A) :- put(F-A, ( formats(F, A), format(F, A) )).
format_(S, F, A) :- nonvar(S), into(S), !, size(F-A, _), formats(F, A), format(S, F, A).
format_(S, F, A) :- sink(S), format_(F, A).
with_output_to_(S, Goal) :- nonvar(S), into(S), !, inside(M), with_output_to(S, M:Goal).
with_output_to_(S, _) :- sink(S), domain_error(output_sink, S).

into(atom(_)). into(string(_)). into(codes(_)). into(codes(_, _)). into(chars(_)). into(chars(_, _)).

sink(S) :- nonvar(S), memberchk(S, [user_error, user_output, current_output]), !.
sink(S) :- var(S), !, instantiation_error(S).
sink(S) :- throw(refused(refused, stream(S))).

put(Term, Goal) :-
    size(Term, _),
    call(Goal), !,
    character_count(current_output, Count),
    most_output(Most),
    (   Count =< Most -> true ; throw(error(resource_error(output), _)) ).

harmless(Options) :-
    is_list(Options),
    forall(member(Option, Options),
           ( memberchk(Option, [quoted(_), ignore_ops(_), numbervars(_), max_depth(_), spacing(_)])
           ->  true ;   throw(refused(refused, option(Option))) )).

formats(Format, Args0) :-
    text_to_string(Format, Text),
    ( is_list(Args0) -> Args = Args0 ; Args = [Args0] ),
    string_codes(Text, Codes),
    (   directives(Codes, Star) -> true ; throw(refused(refused, "a format directive that calls or moves")) ),
    (   Star == true, member(N, Args), integer(N), abs(N) > 1000
    ->  domain_error(small_number, N)
    ;   true
    ).

directives([], _).
directives([0'~|Codes0], Star) :- !, argument(Codes0, Codes1, Star), Codes1 = [Code|Codes],
    memberchk(Code, `wpqaDdsefgGEncrRNiI|+t~`),
    directives(Codes, Star).
directives([_|Codes], Star) :- directives(Codes, Star).

argument([0'*|Codes], Codes, Star) :- !, Star = true.
argument([0'`, _|Codes], Codes, _) :- !.
argument(Codes0, Codes, _) :- number(Codes0, Codes, 0, N), N =< 1000.

number([Code|Codes0], Codes, N0, N) :- code_type(Code, digit(D)), !, N1 is N0*10 + D, number(Codes0, Codes, N1, N).
number(Codes, Codes, N, N).

term_to_atom_(Term, Atom) :- nonvar(Term), !, size(Term, _), format(atom(Atom), '~q', [Term]).
term_to_atom_(Term, Atom) :- syllogos_reader:read_goal(Atom, program, string, Term, _).
term_string_(Text, Term) :- nonvar(Term), !, text_to_string(Term, _), syllogos_reader:read_goal(Term, program, string, Text, _).
term_string_(Term, Text) :- size(Term, _), format(string(Text), '~q', [Term]).

		 /*  Sizes */

%!  size(+Term, -Cells) is det.
%
%   How large Term is when written, as a tree.  Throws a resource error when it is larger
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
    (   ( Term =:= 0 ; msb(abs(Term)) < Most ) -> count(1, N0, N) ; throw(error(resource_error(digits), _)) ).
cells(Term, _, N0, N) :- ( atom(Term) ; string(Term) ), !, name_cells(Term, N0, N).
cells(Term, _, N0, N) :- number(Term), !,
    (   float(Term) -> true ; rational(Term, P, Q), cells(P, 1, 0, _), cells(Q, 1, 0, _) ),
    count(1, N0, N).
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

%!  text_of(+What, -Text) is det.

text_of(What, Text) :- string(What), !, Text = What.
text_of(What, Text) :- catch(size(What, _), _, fail), words(What, Text), !.
text_of(_, "a term too large to show").

words(call(PI), Text) :- format(string(Text), "~q is not allowed in a program", [PI]).
words(change(PI), Text) :- format(string(Text), "~q cannot be changed: it is no dynamic predicate of the program", [PI]).
words(directive(PI), Text) :- format(string(Text), "the directive ~q is not allowed", [PI]).
words(protected(PI), Text) :- format(string(Text), "~q is given and cannot be defined again", [PI]).
words(builtin(PI), Text) :- format(string(Text), "~q is built in and cannot be defined", [PI]).
words(library(Name), Text) :- format(string(Text), "~q is not on the list of libraries", [Name]).
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
