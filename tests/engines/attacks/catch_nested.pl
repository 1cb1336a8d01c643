% must: limit
% goal: go(1)
go(1) :- catch(catch(catch(spin, _, spin), _, spin), _, spin).
spin :- spin.
