% a clause that is a list is a consult directive
['CANARY/none.pl'].
[user].
go(1).
