% answers that look like variables, lists or operators: $VAR, {}, [] and quoted names
go(['$VAR'(1), '$VAR'('Evil'), '_G1', '[]', '{}', '$VAR'(x), '\\', '.', (:-), (a:-b), - 1, -(1), 1-(-1), - a, '$stream'(1)]).
