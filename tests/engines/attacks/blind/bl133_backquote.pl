% back quoted code list ends in a quote that hides the goal
go(1) :- X = `'`, shell('touch CANARY/bl133'), X = `'`.
