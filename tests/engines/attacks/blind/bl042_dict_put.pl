% dict functions get and put in an argument of a clause head and body
go(X) :- D = _{a:1}, X = D.put(b, 2).get(b).
