theory T
imports Main
begin
consts p :: bool
locale l = assumes a: "p"
begin
theorem t: "p" by (rule a)
end
end
