theory T
imports Main
begin
consts p :: bool
ML_file ‹CANARY/x.ML›
theorem t: "p" oops
end
