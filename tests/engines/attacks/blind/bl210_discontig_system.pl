% discontiguous and dynamic of built-ins and of control constructs
:- dynamic((is)/2, call/1, (:)/2, findall/3).
:- discontiguous((:-)/1).
go(1).
