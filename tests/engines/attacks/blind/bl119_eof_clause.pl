% end_of_file. in the middle hides what follows
go(1).
end_of_file.
payoff(c,c,9,9).
