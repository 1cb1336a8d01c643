theory T
imports Main
begin
consts p :: bool
(* (* *) axiomatization where a: "p"
theorem t: "p" oops
end
