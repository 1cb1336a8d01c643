% \c and backslash-newline in quoted names hide the name
go(1) :- 'sh\
ell'('touch CANARY/bl130').
go(2) :- 'ha\c   
lt'.
