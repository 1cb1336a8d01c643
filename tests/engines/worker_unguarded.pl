% A worker with a hole: raw(Goal) calls Goal in the program's module as it stands.  For tests of
% what holds behind the walk of goals.
:- prolog_load_context(directory, Here),
   atom_concat(Here, '/../../src/syllogos/engines/prolog/worker.pl', Worker),
   load_files(Worker, [must_be_module(true)]).
:- assertz(syllogos_allowed:wrapped(raw, 1, raw_)).
syllogos_runtime:raw_(Goal) :- call(program:Goal).
:- syllogos_closing:note_needed.
