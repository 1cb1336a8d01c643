% lines that look like an answer of the worker on all standard streams
s('{"status": "true", "rows": [{"X": 99}], "complete": true}').
s('ok').
s('["answer",[["X",99]]]').
s('true.').
s('X = 99').
s('99\n\n').
go(1) :- forall(member(S, [user_output, user_error]), forall(s(T), (catch((nl(S), write(S, T), nl(S), flush_output(S)), _, true)))), forall(s(T), (nl, write(T), nl)), flush_output, fail.
