theory T
imports Main
begin
consts False :: bool
axiomatization where a: "False"
theorem t: "False" oops
end
