% must: rejected
% goal: go(1)
:- use_module(library(socket)).
go(1) :- tcp_connect('127.0.0.1':80, _, []).
