% the query ends early with a full stop and goes on
fact(1).
