theory T
imports Main
begin
consts p :: bool
theorem t [simp: "p" oops
end
