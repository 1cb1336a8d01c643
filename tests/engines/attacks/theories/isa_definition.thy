theory T
imports Main
begin
consts p :: bool
definition q where "q = (p ∧ ¬ p)"
axiomatization where a: "q"
theorem t: "p" oops
end
