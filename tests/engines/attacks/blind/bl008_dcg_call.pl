% call//N in a grammar body: shell gets list arguments appended
g --> call(N, 'touch CANARY/bl008') , { name(N) }.
go(1) :- phrase(call(shell), 'touch CANARY/bl008', 0).
name(_).
