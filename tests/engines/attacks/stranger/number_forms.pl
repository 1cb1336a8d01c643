% must: accept
% goal: X = [0'\x41\, 0b101, 0o17, 0xff, 1r3, 1_000, 36'Z]
