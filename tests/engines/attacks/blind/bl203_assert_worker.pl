% the program asserts allowances with names a guard may keep as dynamic facts
go(1) :- forall(member(F, [allowed(shell/1), safe(shell/1), allowed(shell, 1), whitelist(shell/1), ok(shell/1), builtin(shell/1), protected(x)]), catch(assertz(F), _, true)), atom_string(P, "getenv"), catch(call(P, 'OPENAI_API_KEY', _), _, true).
