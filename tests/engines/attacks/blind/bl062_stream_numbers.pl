% write to numbered streams and to stream blobs taken from text
go(1) :- forall(between(0, 12, N), ( catch((write(N, spoof), nl(N)), _, true), term_to_atom(S, '$stream'(1)), catch((write(S, spoof), nl(S)), _, true), catch((write('$stream'(N), spoof), nl('$stream'(N))), _, true))).
