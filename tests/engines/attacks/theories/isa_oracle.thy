theory T
imports Main
begin
consts p :: bool
oracle o = ‹fn ct => ct›
theorem t: "p" oops
end
