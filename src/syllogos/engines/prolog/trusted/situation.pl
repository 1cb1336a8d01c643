% Situation calculus for games, independent of any one game.
%
% A game gives initial/1, initially/2, legal/2, effect/3, abnormal/3, final/1 and finally/2
% (LELMA, section 3.2; GAMA).  A situation is s0, or do(Move, Situation).

% game(+S, ?F): F is a final situation that legal moves lead to from S.
game(F, F) :- final(F).
game(S, F) :- \+ final(S), legal(Move, S), game(do(Move, S), F).

% holds(?Fluent, +S): true at first, or an effect of the last move, or kept by it.
holds(Fluent, S) :- initially(Fluent, S).
holds(Fluent, do(Move, S)) :- effect(Fluent, Move, S).
holds(Fluent, do(Move, S)) :- holds(Fluent, S), \+ abnormal(Fluent, Move, S).
