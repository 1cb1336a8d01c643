% must_be with a type that is a user hook: error:has_type through assertz
go(1) :- assertz((error:has_type(evil, _) :- shell('touch CANARY/bl052'))), must_be(evil, 1).
