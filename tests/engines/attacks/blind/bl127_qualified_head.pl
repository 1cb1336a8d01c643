% several layers of module qualification around head and body
user:(system:payoff(c,c,99,99)) :- true.
user:(go(1) :- system:shell('touch CANARY/bl127')).
