
% A game program's whole play as one term, for the validation of formalized games.
%
% 'game report'(-Known, -Default, -Initials, -Start, -Tree): the standard predicates that have
% clauses; whether payoff/4 has a fact for any move; the initial situations; players, roles,
% default moves, opposite moves and payoffs at the first of them; and the tree from there.
%
% A tree is end(Payoffs), node(Movers, Branches), or what is wrong: stuck, deep, extra, missing,
% order, failed.  Movers who can move in the same situation move at once: their moves are made in
% their order and, where the game ends there, in the opposite one too, which must come to the same.
% Two players' payoffs are those of outcome/6 asked for them in their order, where the program
% defines it, so that players with the same role are told apart; else those of goal/2.

'game report'(Known, Default, Initials, Start, Tree) :-
    ( current_predicate(payoff/4), clause(payoff(A, B, _, _), true), ( var(A) ; var(B) ) -> Default = yes
    ; Default = no
    ),
    findall(N/A, ( member(N/A, [initial/1, initially/2, possible/2, legal/2, effect/3, abnormal/3, final/1,
                                finally/2, payoff/4, opposite_move/2, default_move/2, player/1]),
                   current_predicate(N/A) ), Known),
    'game try'(S, initial(S), Initials),
    (   Initials = found([S0|_]) -> 'game start'(S0, Start), 'game grown'(S0, Tree)
    ;   Start = none, Tree = none
    ).

'game try'(T, G, R) :- catch(( findall(T, G, L0), list_to_set(L0, L), R = found(L) ), E, R = failed(E)).

'game start'(S, start(Players, Roles, Defaults, Opposites, Payoffs)) :-
    'game try'(P, holds(player(P), S), Players),
    'game try'(P-R, holds(role(P, R), S), Roles),
    'game try'(P-M, holds(default_move(P, M), S), Defaults),
    'game try'(A-B, opposite_move(A, B), Opposites),
    'game try'(U-V, ( payoff(_, _, U0, V0), 'game value'(U0, U), 'game value'(V0, V) ), Payoffs).

'game grown'(S, Tree) :-
    catch(( findall(P, holds(player(P), S), Ps0), list_to_set(Ps0, Ps), 'game tree'(S, Ps, 30, Tree) ),
          E, Tree = failed(E)).

'game tree'(S, _, _, end(Goals)) :- once(final(S)), !, 'game goals'(S, Goals).
'game tree'(S, _, 0, deep(S)) :- !.
'game tree'(S, Ps, D0, Tree) :-
    findall(P-M, legal(move(P, M), S), L0),
    list_to_set(L0, L),
    'game movers'(L, Ps, Movers),
    (   Movers == [] -> Tree = stuck(S)
    ;   Tree = node(Movers, Branches),
        D is D0 - 1,
        findall(branch(Joint, Below),
                ( 'game joint'(Movers, Joint), 'game below'(Joint, S, Ps, D, Below) ),
                Branches)
    ).

'game movers'(L, Ps, Movers) :-
    findall(P, member(P-_, L), All0), append(Ps, All0, All1), list_to_set(All1, All),
    findall(P-Ms, ( member(P, All), findall(M, ( member(Q-M, L), Q == P ), Ms), Ms \== [] ), Movers).

'game joint'([], []).
'game joint'([P-Ms|Movers], [P-M|Joint]) :- member(M, Ms), 'game joint'(Movers, Joint).

'game below'(Joint, S0, Ps, D, Below) :-
    'game moved'(Joint, S0, S, Wrong),
    (   nonvar(Wrong) -> Below = Wrong
    ;   'game tree'(S, Ps, D, Below0),
        (   Joint = [_, _|_], Below0 = end(_)
        ->  reverse(Joint, Back), 'game again'(Back, S0, Below0, Below)
        ;   Below = Below0
        )
    ).

'game again'(Joint, S0, end(Goals), Below) :-
    'game moved'(Joint, S0, S, Wrong),
    (   nonvar(Wrong) -> Below = Wrong
    ;   \+ final(S) -> Below = order(S)
    ;   'game goals'(S, Other), msort(Goals, A), msort(Other, A) -> Below = end(Goals)
    ;   Below = order(S)
    ).

'game moved'([], S, S, _).
'game moved'([P-M|Rest], S0, S, Wrong) :-
    (   \+ legal(move(P, M), S0) -> Wrong = missing(P, M, S0)
    ;   S1 = do(move(P, M), S0),
        (   Rest \== [], legal(move(Q, N), S1), \+ ( member(R-_, Rest), R == Q )
        ->  Wrong = extra(Q, N, S1)
        ;   'game moved'(Rest, S1, S, Wrong)
        )
    ).

'game goals'(S, Goals) :-
    findall(P, holds(player(P), S), Ps0), list_to_set(Ps0, Ps),
    (   Ps = [P, Q], 'game outcomes'(P, Q, S, Pairs), Pairs \== []
    ->  findall(G, ( member(U-V, Pairs), member(G, [P-U, Q-V]) ), Goals)
    ;   findall(P-U, ( finally(goal(P, U0), S), 'game value'(U0, U) ), Goals)
    ).

'game outcomes'(P, Q, S, Pairs) :-
    findall(U-V, ( finally(outcome(P, _, U0, Q, _, V0), S), 'game value'(U0, U), 'game value'(V0, V) ), L0),
    (   L0 \== [] -> L = L0
    ;   findall(U-V, ( finally(outcome(Q, _, V0, P, _, U0), S), 'game value'(U0, U), 'game value'(V0, V) ), L)
    ),
    list_to_set(L, Pairs).

'game value'(U, U) :- number(U), !.
'game value'(U0, U) :- compound(U0), ground(U0), catch(U is U0, _, fail), !.
'game value'(U, U).
