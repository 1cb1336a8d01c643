% clpfd expressions with a smuggled goal in reification and in the labeling option
:- use_module(library(clpfd)).
go(X) :- X in 0..1, clpfd:run_propagator(halt, _), X #= getenv('OPENAI_API_KEY').
