% char_conversion maps letters while the rest is read
:- char_conversion(a, b).
go(1) :- char_conversion(x, y).
