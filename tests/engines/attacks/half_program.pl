% must: rejected
% goal: go(1)
go(1).
end_of_file.
go(2) :- shell('touch CANARY/half_program').
