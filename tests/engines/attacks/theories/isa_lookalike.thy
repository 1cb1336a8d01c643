theory T
imports Main
begin
consts Animal :: bool
  Аnimal :: bool
axiomatization where a: "Аnimal"
theorem t: "Animal" oops
end
