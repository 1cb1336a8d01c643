theory T
imports Main
begin
typedecl e
consts q :: "e ⇒ bool"
theorem t: "∀True. q True" oops
end
