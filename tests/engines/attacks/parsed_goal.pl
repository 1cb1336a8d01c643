% must: rejected
% goal: go(1)
go(1) :- term_to_atom(G, 'shell(\'touch CANARY/parsed_goal\')'), call(G).
