/*  What the worker knows of the request under way: facts, and nothing else.

    They are the only clauses of ours that change after the start; every other module is locked.
*/
:- module(syllogos_state, []).

:- dynamic
    own/4,                  % own(Name, Arity, Kind, Stored): host, fixed, or open (to assert and retract)
    extendable/2,           % extendable(Name, Arity): of the host, and yet the program may add clauses
    quotes/1,               % quotes(Type): what "..." reads as, where it is no string
    named/1,                % named(Library): the program has asked for a library that must be asked for
    walks_host/0,           % the host's clauses are walked, else the program's
    running/0,              % the program runs; else it is being loaded
    drawn/0,                % chance has been seeded
    seed/1,                 % seed(Number): to seed it with
    answer/2.               % answer(Number, Text)

:- volatile own/4, extendable/2, quotes/1, named/1, walks_host/0, running/0, drawn/0, seed/1, answer/2.
