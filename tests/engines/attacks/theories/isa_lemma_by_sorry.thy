theory T
imports Main
begin
consts p :: bool
lemma a: "p" sorry
theorem t: "p" using a by simp
end
