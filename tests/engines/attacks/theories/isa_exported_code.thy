theory T
imports Main
begin
consts p :: bool
export_code p in SML file ‹CANARY/x›
theorem t: "p" oops
end
