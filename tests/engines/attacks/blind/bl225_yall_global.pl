% yall with \X^ and / and a module qualified body
go(X) :- maplist([K,V]>>(system:getenv(K,V)), ['OPENAI_API_KEY'], [X]).
