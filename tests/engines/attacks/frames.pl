% must: rejected
% goal: go(1)
go(1) :- prolog_current_frame(F), prolog_frame_attribute(F, parent, _).
