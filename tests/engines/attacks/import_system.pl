% must: rejected
% goal: go(1)
go(1) :- import(system:shell/1), add_import_module(program, user, start).
