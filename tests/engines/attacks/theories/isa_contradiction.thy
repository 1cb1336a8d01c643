theory T
imports Main
begin
consts p :: bool
axiomatization where a: "p" and b: "¬ p"
theorem t: "¬ p" oops
end
