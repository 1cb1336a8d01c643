/*  The worker: one request after another on standard input, one line of JSON for each.

    A request is a line of fields, then its texts:

        ID STEPS ANSWERS SEED LIBRARIES EXTENDABLE HOST PROGRAM GOAL

    LIBRARIES and EXTENDABLE are names joined by commas, or "-"; the last three are lengths, in
    characters, of the texts that follow the line.  A reply is one of

        {"id": ID, "problems": [[SOURCE, KIND, START, END, MESSAGE], ...], "unlisted": NUMBER}
        {"id": ID, "end": END, "say": TEXT, "answers": [[[NAME, TOKENS], ...], ...], "more": BOOL,
         "pending": BOOL, "output": TEXT}
        {"id": ID, "changed": true}

    the last one, after which the worker ends, when its own clauses are no longer what they were at the
    start.  A reply's ID is its request's, so that nothing else that came out of the process is taken for it;
    "unlisted" counts further problems, END is done, limit, memory, refused or error, "more" that there are further answers,
    "pending" that some answer depends on constraints that nobody solved, and TOKENS are a term in prefix order,
    so that nobody has to recurse over it.
*/
:- module(syllogos_worker, [main/0]).
:- set_prolog_flag(autoload, false).
:- set_prolog_flag(generate_debug_info, false).
:- set_prolog_flag(optimise, true).          % for this file and those it loads, not for programs
:- use_module(load).
:- use_module(reader).
:- use_module(registry).
:- use_module(report).
:- use_module(runtime).
:- use_module(walk).
:- use_module(json).
:- use_module(closing).
:- use_module(state).
:- use_module(library(lists), [member/2, append/2, append/3, last/2]).

%   Collect atoms now and then, so that texts of programs do not pile up.
requests_between_collections(500).

most_problems(50).
most_depth(100).                % of an answer: to copy a term, Python recurses 7 deep for each level
most_answer_text(8_000_000).    % characters, of all answers
most_output(100_000).           % characters

main :-
    set_prolog_flag(optimise, false),
    set_prolog_flag(gc_thread, false),      % one thread, so that collections come at the same points
    forall(member(Stream, [user_input, user_output]),
           ( set_stream(Stream, encoding(utf8)), set_stream(Stream, newline(posix)) )),
    set_stream(user_output, buffer(full)),
    bounded_stacks,
    known_variables,
    close_up,
    serve,
    halt(0).        % there is no top level to go back to

%   The global variables of clpfd: it would make each when it is first looked for, which takes steps.
known_variables :-
    forall(clause(clpfd:make_clpfd_var(Name), _), clpfd:make_clpfd_var(Name)).

%   A saved state overrides the option --stack-limit.
bounded_stacks :-
    current_prolog_flag(argv, Words),
    last(Words, Word),
    atom_number(Word, Bytes),
    set_prolog_flag(stack_limit, Bytes).

keep(Name) :-
    prolog_load_context(directory, Folder),
    atomic_list_concat([Folder, '/trusted/', Name, '.pl'], File),
    setup_call_cleanup(open(File, read, S, [encoding(utf8)]), read_string(S, _, Text), close(S)),
    start([], 0),
    load_text(Name, host, Text, Clauses, []),
    store_all(Clauses, []),
    keep_library(Name),
    finish.

%   Each request ends in failure, so that the next one finds the stacks as this one did.
serve :-
    signature(Signature),
    write(user_output, '{"ready": true}\n'),
    flush_output(user_output),
    State = count(0),
    repeat,
    garbage_collect,            % what a program's global variables kept on the stacks
    read_string(user_input, "\n", "", End, Line),
    (   End == -1
    ->  !
    ;   request(Line, Id, Request),
        reply(Id, Request, Signature),
        flush_output(user_output),
        tidy(State),
        fail
    ).

tidy(State) :-
    arg(1, State, Count),
    requests_between_collections(Many),
    ( Count mod Many =:= 0 -> garbage_collect_atoms, garbage_collect_clauses, trim_stacks ; true ),
    Next is Count + 1,
    nb_setarg(1, State, Next).

request(Line, Id, request(Steps, Answers, Seed, Libraries, Extendable, Host, Program, Goal)) :-
    split_string(Line, " ", "", [Id, A, B, C, D, E | Lengths]),
    maplist_number([A, B, C], [Steps, Answers, Seed]),
    names(D, Libraries),
    names(E, Indicators),
    findall(Name/Arity, ( member(PI, Indicators), indicator(PI, Name, Arity) ), Extendable),
    maplist_number(Lengths, Numbers),
    texts(Numbers, [Host, Program, Goal]).

maplist_number([], []).
maplist_number([Text|Texts], [N|Ns]) :- number_string(N, Text), maplist_number(Texts, Ns).

names("-", []) :- !.
names(Text, Names) :- split_string(Text, ",", "", Parts), atoms(Parts, Names).

atoms([], []).
atoms([Text|Texts], [Atom|Atoms]) :- atom_string(Atom, Text), atoms(Texts, Atoms).

indicator(PI, Name, Arity) :-
    atomic_list_concat(Parts, /, PI),
    append(Front, [Last], Parts),
    atomic_list_concat(Front, /, Name),
    atom_number(Last, Arity).

texts([], []).
texts([N|Ns], [Text|Texts]) :- read_string(user_input, N, Text), texts(Ns, Texts).

		 /*  One request */

reply(Id, Request, Signature) :-
    catch(( handled(Request, Reply) -> true ; Reply = ended(error, "the worker has no answer", false, false, "") ),
          Ball,
          Reply = thrown(Ball)),
    ( Reply = thrown(Thrown) -> ending(Thrown, End, Say), Final = ended(End, Say, false, false, "") ; Final = Reply ),
    (   catch(unchanged(Signature), _, fail)
    ->  catch(put_reply(Id, Final), Fault, instead(Id, Fault))
    ;   put_reply(Id, changed)
    ),
    finish.

%   No part of the reply that failed has been sent.
instead(Id, Fault) :-
    retractall(syllogos_state:answer(_, _)),
    ending(Fault, End, Say),
    put_reply(Id, ended(End, Say, false, false, "")).

handled(request(Steps, Answers, Seed, Libraries, Extendable, Host, Program, Goal), Reply) :-
    start(Extendable, Seed),
    forall(member(Name, Libraries), load_kept(Name)),
    ( Host == "" -> C1 = [], P1 = [] ; load_text(host, host, Host, C1, P1) ),
    load_text(program, program, Program, C2, P2),
    set_layer(host),
    store_all(C1, P3),
    set_layer(program),
    store_all(C2, P4),
    append([P1, P2, P3, P4], Problems),
    (   Problems == []
    ->  asked(Goal, Steps, Answers, Reply)
    ;   Reply = problems(Problems)
    ).

asked(Text, Steps, Most, Reply) :-
    catch(( quotes(Quotes), read_goal(Text, program, Quotes, Goal0, Names), goal(Goal0, Goal) ), Ball, true),
    (   nonvar(Ball)
    ->  string_length(Text, Length),
        fault(Ball, Kind, What),
        Reply = problems([problem(goal, Kind, 0-Length, What)])
    ;   shown(Names, Shown),
        with_output_to(string(Output0), solved(Goal, Shown, Steps, Most, End, Say, More, Pending)),
        most_output(Longest),
        (   sub_string(Output0, 0, Longest, _, Output) -> true ; Output = Output0 ),
        Reply = ended(End, Say, More, Pending, Output)
    ).

fault(problem(Kind, What), Kind, What) :- !.
fault(error(syntax_error(Why), _), syntax, Why) :- !.
fault(Ball, _, _) :- throw(Ball).

shown([], []).
shown([Name=Value|Names], Shown) :-
    (   sub_atom(Name, 0, 1, _, '_') -> Shown = Rest ; Shown = [Name=Value|Rest] ),
    shown(Names, Rest).

%   Answers are kept as text at once: what a later step destroys is safe, and so is memory.
solved(Goal, Names, Steps, Most, End, Say, More, Pending) :-
    State = state(0, false, false, 0),
    set_running(true),
    catch(call_with_inference_limit(
              enough(Goal, Names, Most, State), Steps, Left),
          Ball, true),
    arg(2, State, More),
    arg(3, State, Pending),
    (   nonvar(Ball) -> ending(Ball, End, Say)
    ;   Left == inference_limit_exceeded
    ->  End = limit, format(string(Say), "stopped after ~d inferences", [Steps])
    ;   End = done, Say = ""
    ).

enough(Goal, Names, Most, State) :-
    called(Goal, Constrained),
    arg(1, State, Count0),
    (   Count0 >= Most
    ->  nb_setarg(2, State, true), !
    ;           keep_answer(Names, Constrained, Count0, State),
        fail
    ).
enough(_, _, _, _).

%   Constrained variables, also those that no answer shows, mean that it is not decided yet.
called(Goal, Constrained) :- inside(M), call_residue_vars(M:Goal, Constrained).

keep_answer(_, [_|_], _, State) :- !, nb_setarg(3, State, true).
keep_answer(Names, [], Count0, State) :-
    size(Names, _),
    with_output_to(string(Text), put_bindings(Names)),
    arg(4, State, Length0),
    string_length(Text, Added),
    Length is Length0 + Added,
    most_answer_text(Longest),
    (   Length =< Longest -> nb_setarg(4, State, Length) ; throw(error(resource_error(answers), _)) ),
    Count is Count0 + 1,
    nb_setarg(1, State, Count),
    assertz(syllogos_state:answer(Count, Text)).

%!  ending(+Ball, -End, -Say): what an exception means for the verdict.

ending(refused(_, What), refused, Say) :- !, text_of(What, Say).
ending(error(resource_error(Kind), _), End, Say) :- !, exhausted(Kind, End, Say).
ending(inference_limit_exceeded(_), limit, "stopped by the limit on inferences") :- !.
ending(inference_limit_exceeded, limit, "stopped by the limit on inferences") :- !.
ending(Ball, error, Say) :- catch(size(Ball, _), _, fail), !,
    named(Ball, Named),
    (   reason(Named, Say) -> true ; format(string(Say), "uncaught exception: ~q", [Named]) ).
ending(_, limit, "an exception was thrown that is too large to show").

exhausted(cyclic_term, limit, "a term without end cannot be shown") :- !.
exhausted(term_size, limit, "a term is too large to show") :- !.
exhausted(term_depth, limit, "a term is nested too deep to show") :- !.
exhausted(digits, limit, "a number is too long to show") :- !.
exhausted(shift, limit, "a shift by more than 10,000,000 bits") :- !.
exhausted(answers, limit, "more text in answers than is kept") :- !.
exhausted(output, limit, "more output than is kept") :- !.
exhausted(Kind, memory, Say) :-
    current_prolog_flag(stack_limit, Bytes),
    Limit is Bytes // 1_000_000,
    format(string(Say), "out of memory (~w; the stacks may take ~d MB)", [Kind, Limit]).

		 /*  Replies */

%   A reply is whole before any of it is sent.
put_reply(Id, Reply) :-
    with_output_to(string(Line), ( format('{"id": "~w", ', [Id]), put_line(Reply) )),
    write(user_output, Line).

put_line(changed) :- write('"changed": true}\n').

put_line(problems(Problems)) :-
    length(Problems, All),
    most_problems(Most),
    length(Listed0, Most),
    (   All > Most -> append(Listed0, _, Problems), Listed = Listed0 ; Listed = Problems ),
    length(Listed, Shown),
    Unlisted is All - Shown,
    write('"problems": ['),
    put_problems(Listed),
    format('], "unlisted": ~d}\n', [Unlisted]).
put_line(ended(End, Say, More, Pending, Output)) :-
    format('"end": "~w", "more": ~w, "pending": ~w, "say": ', [End, More, Pending]),
    shortened(Say, Short),
    json_text(Short),
    write(', "output": '),
    json_text(Output),
    write(', "answers": ['),
    forall(syllogos_state:answer(I, Text), ( ( I > 1 -> write(', ') ; true ), write(Text) )),
    write(']}\n').

put_problems([]).
put_problems([problem(Source, Kind, Start-End, What)|Rest]) :-
    text_of(What, Text0),
    shortened(Text0, Text),
    format('["~w", "~w", ~d, ~d, ', [Source, Kind, Start, End]),
    json_text(Text),
    write(']'),
    ( Rest == [] -> true ; write(', ') ),
    put_problems(Rest).

put_bindings(Names0) :-
    copy_term_nat(Names0, Names),
    term_variables(Names, Variables),
    number_variables(Variables, 0),
    write('['),
    put_bindings_(Names),
    write(']').

number_variables([], _).
number_variables([V|Vs], N) :- put_attr(V, syllogos_number, N), Next is N + 1, number_variables(Vs, Next).

put_bindings_([]).
put_bindings_([Name=Value|Rest]) :-
    write('['), json_text(Name), write(', ['), most_depth(Most), json_term(Value, Most), write(']]'),
    ( Rest == [] -> true ; write(', ') ),
    put_bindings_(Rest).

:- forall(member(Name, [situation, claims, games]), keep(Name)).
:- note_needed.
