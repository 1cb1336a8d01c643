% recorded database keeps data for the next query
go(1) :- recordz(bl148, x), flag(bl148, _, 1).
