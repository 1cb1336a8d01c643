theory T
imports Main
begin
consts p :: bool
theorem t: "p" by (tactic ‹fn st => (OS.Process.system "touch CANARY/x"; all_tac st)›)
end
