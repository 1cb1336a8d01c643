theory T
imports Main
begin
consts p :: bool
text ‹@{ML ‹OS.Process.system "touch CANARY/x"›}›
theorem t: "p" oops
end
