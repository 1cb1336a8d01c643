% call/8 with arguments that complete the name and arity at the end
go(X) :- call(call, call, call(call), call(getenv, 'OPENAI_API_KEY'), X).
