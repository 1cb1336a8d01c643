theory T
imports Main
begin
typedecl bool
consts q :: "bool ⇒ bool"
theorem t: "q True" oops
end
