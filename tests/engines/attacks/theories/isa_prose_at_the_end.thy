theory T
imports Main
begin
consts p :: bool
theorem t: "p" oops
text